-- An address to which the shop sends data (where orders are reported, where answers of customers go) counts once the reader of its mailbox
-- has confirmed it, and while whoever entered it may set it (src/accounts/staff/shop-addresses.ts). The setting keeps the former one until
-- then. An address without a row was set before, or by the operator.
create table setting_addresses (
  id uuid primary key,
  setting text not null,
  address text not null check (char_length(address) <= 254),
  -- No reference: an account that is deleted may not set it either.
  asked_by uuid not null,
  asked_at timestamptz not null,
  -- The newest email. Its link works for some days.
  sent_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index setting_addresses_waiting on setting_addresses (setting) where confirmed_at is null;
create unique index setting_addresses_confirmed on setting_addresses (setting) where confirmed_at is not null;
