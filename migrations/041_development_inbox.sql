-- The development inbox: where e-mails and text messages go when no relay is configured. Never used in production.

-- Where a running inbox listens; a worker in another process finds it here.
create table dev_inboxes (
  port int primary key,
  started_at timestamptz not null default clock_timestamp()
);

create table dev_mail (
  id uuid primary key,
  -- As given in RCPT TO; a mail to two recipients is two rows.
  recipient text not null,
  sender text not null,
  subject text not null,
  text text not null,
  html text not null,
  message_id text not null,
  source bytea not null,
  received_at timestamptz not null default clock_timestamp()
);
create index dev_mail_recipient on dev_mail (lower(recipient), id);
create index dev_mail_message_id on dev_mail (message_id);

-- What became of an attempt to deliver. The first word stands: accepted by the inbox, or given up by whoever asked.
create table dev_mail_attempts (
  attempt text primary key,
  outcome text not null check (outcome in ('accepted', 'given_up'))
);

create table dev_sms (
  id uuid primary key,
  recipient text not null,
  text text not null,
  received_at timestamptz not null default clock_timestamp()
);
create index dev_sms_recipient on dev_sms (recipient, id);
