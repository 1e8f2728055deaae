-- Orders of the shop from which a customer came along: read by the customer and by staff, and never changed. They are no orders of this
-- shop, so they take no stock, are in no sales and no invoice, and nobody is told about them. The number is that of the other shop, and
-- the key by which each comes once. The customer's copy goes with the account: the books of that time are elsewhere.
create table past_orders (
  id uuid primary key,
  number text not null unique,
  owner_id uuid not null references users (id) on delete cascade,
  placed_at timestamptz not null,
  status text not null check (status in ('delivered', 'cancelled')),
  currency text not null,
  total bigint not null check (total >= 0),
  -- [{name, sku, quantity, unitPrice}]
  items jsonb not null,
  delivery_address jsonb,
  imported_at timestamptz not null
);
create index past_orders_owner on past_orders (owner_id, placed_at, id);
create index past_orders_placed on past_orders (placed_at, id);
