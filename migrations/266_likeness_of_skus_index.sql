-- no transaction
-- Finds the product that a new SKU is like. SKUs that no spreadsheet changes are not in it.
drop index concurrently if exists products_like;
create index concurrently products_like on products (sku_likeness(sku)) where removed_at is null and sku_likeness(sku) is not null;
