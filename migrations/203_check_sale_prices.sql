-- Reads all products once, without keeping others from writing.
alter table products validate constraint products_sale_price_exact;
alter table products validate constraint products_sale_days;
alter table products validate constraint products_sale_runs;
