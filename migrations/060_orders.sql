create table orders (
  id int primary key generated always as identity,
  owner_id uuid not null references users (id),
  status text not null default 'placed'
    check (status in ('placed', 'processing', 'shipped', 'delivered', 'cancelled')),
  note text,
  total bigint not null check (total >= 0),
  currency text not null,
  tracking_number text,
  placed_at timestamptz not null
);
create index orders_owner on orders (owner_id, id);
create index orders_status on orders (status, id);
create index orders_placed_at on orders using brin (placed_at);

-- What was bought, as it was then: names and prices are copies. product_id is no foreign key, because an order stays
-- whole when the catalogue forgets the product; that the product existed is known from its stock, taken with the line.
create table order_items (
  order_id int not null references orders (id),
  line smallint not null,
  product_id int not null,
  sku text not null,
  name text not null,
  unit_price bigint not null check (unit_price >= 0),
  quantity int not null check (quantity > 0),
  primary key (order_id, line)
);

-- The life of an order. A state is entered at most once, so the key makes a step that is taken twice impossible.
create table order_steps (
  order_id int not null references orders (id),
  status text not null,
  -- Who took the step; not a foreign key: the record outlives the user.
  by_user uuid not null,
  at timestamptz not null,
  primary key (order_id, status)
);
