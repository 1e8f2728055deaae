-- The shop's own words for its emails: at most one row for each kind of email and language. A null part is said with
-- the built-in words; an email of a kind without a row has them all. The texts are templates, read when an email is sent
-- (src/notifications/texts). One that cannot be filled in costs no email, because the built-in words go out instead;
-- the worker then notes here when that happened first and why, for the console and for `semel doctor`. A change of the
-- texts clears the note.
create table mail_texts (
  kind text not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  subject text,
  heading text,
  before text,
  after text,
  footer text,
  changed_at timestamptz not null default clock_timestamp(),
  failed_at timestamptz,
  failure text,
  primary key (kind, language)
);

-- The last email of a deleted account is written in the language of the person, whose row is gone by then.
alter table former_users add column locale text check (locale ~ '^[a-z]{2}$');
