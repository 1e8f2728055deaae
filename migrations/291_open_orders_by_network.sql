-- no transaction
-- Accounts are free, so the open orders of a network are limited too.
drop index concurrently if exists orders_open_from;
create index concurrently orders_open_from on orders (network, id)
  where status = 'placed' and payment_status = 'open' and network is not null;
