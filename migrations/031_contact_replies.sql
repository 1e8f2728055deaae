-- Staff answer a message from the contact page where they read it. An answer is a row, written in the transaction that
-- announces its email, so it is sent once (src/contact/replies.ts); both go with the message. `event_id` leads to the
-- email in the ledger as long as that is kept, so it is no foreign key. `locale` is the language of the page on which the
-- message was written, in which its writer is answered.
create table contact_replies (
  id uuid primary key,
  message_id uuid not null references contact_messages (id) on delete cascade,
  event_id uuid not null,
  text text not null check (char_length(text) <= 5000),
  written_by uuid references users (id) on delete set null,
  written_at timestamptz not null
);
create index contact_replies_message on contact_replies (message_id, id);

alter table contact_messages add column locale text;
alter table contact_messages add constraint contact_messages_locale check (locale ~ '^[a-z]{2}$');
