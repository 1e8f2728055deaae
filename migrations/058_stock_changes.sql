-- Every change of the stock of a product but orders, which are records themselves: who made it, and why. Commands say it in
-- `semel.stock_cause` (src/catalogue/stock/cause.ts), and the trigger writes the rows in their transaction, with the stock
-- that there really is. What was ordered between two changes follows from their stocks.
create table stock_changes (
  product_id bigint not null,
  id bigint generated always as identity,
  change int not null,
  -- After the change.
  stock int not null,
  reason text not null check (reason in (
    'cancelled', 'order_changed', 'returned', 'edited', 'imported', 'received', 'damaged', 'lost', 'counted', 'other'
  )),
  note text,
  order_id bigint,
  -- A user or an API key. Null: the command line.
  by_user uuid,
  at timestamptz not null,
  primary key (product_id, id)
);

create function note_stock_change() returns trigger language plpgsql set search_path from current as $$
declare
  cause jsonb := current_setting('semel.stock_cause');
begin
  insert into stock_changes (product_id, change, stock, reason, note, order_id, by_user, at)
  values (
    new.id, new.stock - old.stock, new.stock, cause ->> 'reason', cause ->> 'note', (cause ->> 'orderId')::bigint,
    (cause ->> 'by')::uuid, coalesce((cause ->> 'at')::timestamptz, now())
  );
  return null;
end $$;

create trigger note_stock_change after update of stock on products
  for each row when (new.stock <> old.stock and coalesce(current_setting('semel.stock_cause', true), '') <> '')
  execute function note_stock_change();
