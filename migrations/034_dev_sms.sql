-- Text messages of the development inbox.
create table if not exists dev_sms (
  id bigint generated always as identity primary key,
  "to" text not null,
  text text not null,
  received_at timestamptz not null
);
