-- The id of an order has 64 bits since 163, which left this column out.
alter table order_payments alter column order_id type bigint;
