-- An order can leave in several parcels. Each one that leaves before the last has a row with its lines; the last one is the rest, and its
-- number stays on the order. So an order that leaves at once, as all did before, has no row here.
create table order_parcels (
  order_id bigint not null references orders (id),
  number smallint not null,
  carrier text,
  tracking_number text,
  -- `[{line, quantity}]`
  items jsonb not null,
  by_user uuid not null,
  at timestamptz not null,
  -- The event whose email tells the customer, so that taking the parcel back can stop it.
  event_id uuid not null,
  undone_at timestamptz,
  primary key (order_id, number)
);
-- For the orders that changed since a time.
create index order_parcels_at on order_parcels (at);
create index order_parcels_undone_at on order_parcels (undone_at) where undone_at is not null;

-- Pieces that left in parcels before the last one. It is raised under the lock of the order, so no piece leaves twice.
alter table order_items add column shipped integer not null default 0;
