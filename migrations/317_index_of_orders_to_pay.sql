-- no transaction
-- Nobody has to pay an order of things that cost nothing, so it is not unpaid.
drop index concurrently if exists orders_to_pay;
create index concurrently orders_to_pay on orders (id) where payment_status = 'open' and status <> 'cancelled' and total > 0;
