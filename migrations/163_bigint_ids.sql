-- Ids of orders and products above 2^31. Each of these tables is rewritten under an exclusive lock.
alter table orders alter column id type bigint;
alter table order_items alter column order_id type bigint, alter column product_id type bigint;
alter table order_steps alter column order_id type bigint;
alter table products alter column id type bigint;
alter table product_changes alter column product_id type bigint;

drop index events_order;
create index events_order on events (((payload ->> 'orderId')::bigint)) where payload ? 'orderId';
