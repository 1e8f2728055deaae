-- What people wrote on /contact. The address is where to answer; it belongs to no account.
create table contact_messages (
  id uuid primary key,
  email text not null,
  name text,
  message text not null check (char_length(message) <= 5000),
  received_at timestamptz not null
);
create index contact_messages_received_at on contact_messages (received_at desc, id desc);
