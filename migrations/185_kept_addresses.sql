-- The address book of a customer. `address_key` is a digest of the parts of the address but its phone, whatever their case: the same
-- address is kept once. `number` counts them in the order in which they were added. The indexes allow one default for deliveries and one
-- for invoices.
create table kept_addresses (
  id uuid primary key,
  number bigint generated always as identity,
  user_id uuid not null references users (id) on delete cascade,
  label text,
  address jsonb not null,
  address_key bytea not null,
  is_delivery_default boolean not null,
  is_billing_default boolean not null,
  created_at timestamptz not null,
  constraint kept_addresses_same unique (user_id, address_key)
);
create unique index kept_addresses_delivery on kept_addresses (user_id) where is_delivery_default;
create unique index kept_addresses_billing on kept_addresses (user_id) where is_billing_default;
