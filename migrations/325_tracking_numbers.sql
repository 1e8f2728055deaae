-- The tracking numbers of each order, of which the last counts.
create table order_tracking_numbers (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  tracking_number text not null,
  by_user uuid not null,
  at timestamptz not null
);
create index order_tracking_numbers_order on order_tracking_numbers (order_id);
-- For the orders that changed since a time.
create index order_tracking_numbers_at on order_tracking_numbers (at);
