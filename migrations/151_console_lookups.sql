-- no transaction
-- The console subtracts cancelled orders from the sales of a period.
drop index concurrently if exists orders_cancelled;
create index concurrently orders_cancelled on orders (placed_at) include (currency, total) where status = 'cancelled';
-- Invoices that are open, and refunds that are due.
drop index concurrently if exists orders_unpaid;
create index concurrently orders_unpaid on orders (id) where payment_status = 'open' and status <> 'cancelled';
drop index concurrently if exists orders_refund_due;
create index concurrently orders_refund_due on orders (id) where payment_status = 'refund_due';
