-- no transaction
-- For the cleanup, which cancels orders that nobody has paid or begun to prepare.
drop index concurrently if exists orders_expiring;
create index concurrently orders_expiring on orders (placed_at) where status = 'placed' and payment_status = 'open' and total > 0;
