-- What programs note about products, orders and users: the ids of other systems, and marks. It stands in the row itself, so
-- it is changed with one statement and deleted with the account. The indexes hold only the rows that have some.
alter table products add column metadata jsonb not null default '{}';
alter table orders add column metadata jsonb not null default '{}';
alter table users add column metadata jsonb not null default '{}';
create index products_metadata on products using gin (metadata jsonb_path_ops) where metadata <> '{}';
create index orders_metadata on orders using gin (metadata jsonb_path_ops) where metadata <> '{}';
create index users_metadata on users using gin (metadata jsonb_path_ops) where metadata <> '{}';

-- Products and users have the time of their last change. An order has the times of its steps, and this one.
alter table orders add column metadata_at timestamptz;
create index orders_metadata_at on orders (metadata_at) where metadata_at is not null;
