-- What staff change in an order before it is shipped: fewer pieces, a line out, another delivery address. For the history of the order,
-- and the money that went back for it.
create table order_edits (
  id uuid primary key,
  order_id bigint not null references orders (id),
  kind text not null check (kind in ('items', 'address')),
  -- What the order cost before and afterwards.
  total_before bigint not null,
  total_after bigint not null,
  -- The lines that changed, as `[{name, before, after}]`. Null for an address.
  items jsonb,
  refund_id uuid references refunds (id),
  by_user uuid not null,
  at timestamptz not null,
  constraint order_edits_total check (total_after <= total_before)
);
create index order_edits_order on order_edits (order_id, id);
-- For the orders that changed since a time.
create index order_edits_at on order_edits (at);
