-- The suppression list: addresses to which mail comes back, or whose reader has complained.
create table suppressed_addresses (
  -- In small letters.
  address text collate "C" primary key,
  id uuid not null default gen_random_uuid() unique,
  reason text not null constraint suppressed_addresses_reason check (reason in ('bounced', 'refused', 'complained')),
  -- What the receiving side said.
  detail text not null,
  -- The email that came back.
  delivery_id uuid,
  since timestamptz not null default now()
);
create index suppressed_addresses_since on suppressed_addresses (since, address);

-- Reports about single emails. Each counts once, however often it arrives, also after staff have cleared the address.
create table mail_reports (
  delivery_id uuid not null references deliveries on delete cascade,
  kind text not null constraint mail_reports_kind check (kind in ('bounced', 'complained')),
  detail text not null,
  received_at timestamptz not null default now(),
  primary key (delivery_id, kind)
);
