-- no transaction
-- The search finds a GTIN by its digits in any of its lengths (src/world/gtin.ts).
drop index concurrently if exists products_gtin;
create index concurrently products_gtin on products (lpad(attributes ->> 'gtin', 14, '0')) where attributes ? 'gtin';

-- The products whose price a new day can change.
drop index concurrently if exists products_sales;
create index concurrently products_sales on products (id) where sale_price is not null;
