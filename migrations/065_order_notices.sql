-- A new order tells the shop, if the shop wants that: at once, or in one email about the orders of a day (src/orders/notices/). A row
-- says that an order was told, so none is told twice, also when the setting changes. The day that has an email is a row too: of
-- several processes one writes it.
create table order_digests (
  day date primary key,
  announced_at timestamptz not null
);

create table order_notices (
  order_id bigint primary key references orders (id) on delete cascade,
  -- Of the email that tells it. Null: it has one of its own.
  day date references order_digests (day)
);
create index order_notices_day on order_notices (day) where day is not null;
