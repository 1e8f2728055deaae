-- An order that costs nothing is paid from the beginning.
update orders set payment_status = 'paid' where total = 0 and payment_status = 'open' and status <> 'cancelled';

-- It counts as open all the same until the shop begins to prepare it: otherwise an account could keep any number of free pieces from others.
drop index orders_open;
create index orders_open on orders (owner_id, id) where status = 'placed' and (payment_status in ('open', 'pending') or total = 0);
drop index orders_open_from;
create index orders_open_from on orders (network, id)
  where status = 'placed' and (payment_status in ('open', 'pending') or total = 0) and network is not null;

create or replace function open_orders_of(account uuid, most int, out orders bigint, out pieces bigint)
language sql volatile set search_path from current as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders
    where owner_id = account and status = 'placed' and (payment_status in ('open', 'pending') or total = 0) limit most
  ) as o join order_items on order_id = o.id
$$;

create or replace function open_orders_from(network text, most int, out orders bigint, out pieces bigint)
language sql volatile set search_path from current as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders o
    where o.network = open_orders_from.network and status = 'placed' and (payment_status in ('open', 'pending') or total = 0) limit most
  ) as o join order_items on order_id = o.id
$$;

-- The credit note of money that goes back by transfer is due when the money is owed: that somebody has sent it, no paper says.
drop index refunds_to_credit;
create index refunds_to_credit on refunds (id) where needs_credit_note and state in ('done', 'to_transfer');
