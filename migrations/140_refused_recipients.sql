-- Recipients that our own relay refused. What it says of an address counts once it has taken an email for somebody else afterwards:
-- a relay that does not relay for this shop refuses every recipient, in words that it also has for a mailbox that does not exist.
create table refused_recipients (
  -- In small letters.
  address text collate "C" primary key,
  relay text not null,
  -- What the relay said.
  detail text not null,
  delivery_id uuid not null references deliveries on delete cascade,
  since timestamptz not null default now()
);

-- How many of our emails were reported. The first report silences no password reset and no receipt that the law asks for.
alter table suppressed_addresses add column reports integer not null default 1;
