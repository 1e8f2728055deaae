-- The open orders of an account, and their pieces; of more than `most` orders it counts `most`. Placing an order asks after it
-- has locked the row of the account's budget. A volatile function sees what others have committed until then, which the
-- rest of the statement does not: so of simultaneous orders, the second one counts the first.
create function open_orders_of(account uuid, most int, out orders bigint, out pieces bigint) language sql volatile as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders where owner_id = account and status = 'placed' and payment_status = 'open' limit most
  ) as o join order_items on order_id = o.id
$$;
