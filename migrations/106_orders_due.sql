-- no transaction
-- The list of unpaid orders has those that are partly paid too, and those of which a bank has taken the money back.
drop index concurrently if exists orders_due;
create index concurrently orders_due on orders (id)
  where payment_status in ('open', 'pending', 'partly_paid', 'charged_back') and status <> 'cancelled' and total > 0;
