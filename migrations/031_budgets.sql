-- What may be tried only so often: the times of the tries that still count, oldest first. One row per budget and
-- subject, so that its row lock orders all processes. The subject is a hash where it would name a person.
create table budgets (
  kind text not null,
  subject text not null,
  spent timestamptz[] not null,
  -- After it the row says nothing any more and may be deleted.
  expires_at timestamptz not null,
  primary key (kind, subject)
);
create index budgets_expires_at on budgets (expires_at);
