-- For programs that keep a copy of the catalogue. Without an index: a sale updates the row, and an index on this column
-- would make each sale write to every index of the table.
alter table products add column updated_at timestamptz(3) not null default now();

-- The same for orders: each of their steps has a time.
create index order_steps_at on order_steps (at);
