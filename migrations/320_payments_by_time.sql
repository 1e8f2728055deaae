-- no transaction
-- For the orders that changed since a time.
drop index concurrently if exists order_payments_at;
create index concurrently order_payments_at on order_payments (at);
