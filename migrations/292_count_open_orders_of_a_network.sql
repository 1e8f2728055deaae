-- As `open_orders_of`, for the orders of all accounts from one network. Volatile for the same reason.
create function open_orders_from(network text, most int, out orders bigint, out pieces bigint) language sql volatile as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders o
    where o.network = open_orders_from.network and status = 'placed' and payment_status = 'open' limit most
  ) as o join order_items on order_id = o.id
$$;
