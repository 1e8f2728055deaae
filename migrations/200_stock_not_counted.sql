-- A product whose stock is not counted is never sold out and never runs low: digital goods, or what is made when it is ordered. Its stock
-- is held at a number that no order reaches, so everything that asks for pieces finds them, and old programs see a product that is there.
alter table products add column stock_counted boolean not null default true;

create function hold_stock_of_new() returns trigger language plpgsql set search_path from current as $$
begin
  new.stock := 1000000;
  return new;
end $$;
create trigger hold_stock_of_new before insert on products
  for each row when (not new.stock_counted) execute function hold_stock_of_new();

-- When counting begins again, the stock is what comes with the change, else 0: nothing is sold that nobody has counted. A trigger before
-- an update would make each order compute all generated columns (001_baseline.sql), so this one changes the product once more. The number
-- that is held is no stock, so its history has nothing to note.
create function hold_uncounted_stock() returns trigger language plpgsql set search_path from current as $$
declare
  cause text := coalesce(current_setting('semel.stock_cause', true), '');
begin
  perform set_config('semel.stock_cause', '', true);
  if new.stock_counted then
    update products set stock = 0 where id = new.id;
  else
    update products
    set stock = 1000000, status = case when old.stock_counted and status = 'out_of_stock' then 'active' else status end
    where id = new.id;
  end if;
  perform set_config('semel.stock_cause', cause, true);
  return null;
end $$;
create trigger hold_uncounted_stock after update of stock, stock_counted on products
  for each row when (
    (not new.stock_counted and (new.stock <> 1000000 or (old.stock_counted and new.status = 'out_of_stock')))
    or (new.stock_counted and not old.stock_counted and new.stock = old.stock)
  ) execute function hold_uncounted_stock();

-- What follows a stock follows one that is counted.
create or replace trigger products_status_follows_stock after update of stock on products
  for each row when (
    new.stock_counted and old.stock_counted and new.status = old.status and (
      (new.stock = 0 and old.stock > 0 and new.status = 'active')
      or (new.stock > 0 and old.stock = 0 and new.status = 'out_of_stock')
    )
  ) execute function products_status_follows_stock();
create or replace trigger note_stock_change after update of stock on products
  for each row when (
    new.stock <> old.stock and new.stock_counted and old.stock_counted
    and coalesce(current_setting('semel.stock_cause', true), '') <> ''
  ) execute function note_stock_change();

-- Says whether the order has taken the pieces of a line from the stock. Only such pieces go back into it.
alter table order_items add column stock_counted boolean not null default true;

-- An import can change it too, and be taken back (product_values in migration 201).
update product_import_changes set was = was || '{"stock_counted": true}', now = now || '{"stock_counted": true}';
