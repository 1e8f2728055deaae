-- no transaction
-- Orders that nobody has paid or begun to process. An account may have some of them, because they keep stock from others.
drop index concurrently if exists orders_open;
create index concurrently orders_open on orders (owner_id, id) where status = 'placed' and payment_status = 'open';
