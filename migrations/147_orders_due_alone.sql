-- no transaction
-- `orders_due` has these orders too, so no statement needs this index anymore.
drop index concurrently if exists orders_to_pay;
