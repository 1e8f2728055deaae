-- From how many pieces on a product is running low. Null: the shop's usual mark, which only products that sell have. The index does not
-- name the stock, so an order still changes a row without touching an index.
alter table products add column low_stock int check (low_stock >= 0);
create index products_low_stock on products (id) where low_stock is not null;
