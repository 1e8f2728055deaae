-- no transaction
-- The few open orders of which something else is due than their total. A search for an amount computes what is due of these alone.
drop index concurrently if exists orders_due_otherwise;
create index concurrently orders_due_otherwise on orders (id)
where payment_status in ('open', 'pending', 'partly_paid', 'charged_back') and status <> 'cancelled' and total > 0 and total > credited
  and (credited > 0 or payment_status in ('partly_paid', 'charged_back'));
