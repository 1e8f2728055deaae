-- A product whose stock is not counted is never sold out and never runs low: digital goods, or what is made when it is ordered. Its stock is
-- held at a number that no order reaches, so everything that asks for pieces finds them, and old programs see a product that is there.
alter table products add column stock_counted boolean not null default true;

-- When counting begins again, the stock is what comes with the change, else 0: nothing is sold that nobody has counted.
create function hold_uncounted_stock() returns trigger language plpgsql set search_path from current as $$
begin
  if not new.stock_counted then
    new.stock := 1000000;
    if tg_op = 'UPDATE' and old.stock_counted and new.status = 'out_of_stock' then new.status := 'active'; end if;
  elsif tg_op = 'UPDATE' and not old.stock_counted then
    if new.stock = old.stock then new.stock := 0; end if;
    if new.stock = 0 and new.status = 'active' then new.status := 'out_of_stock'; end if;
  end if;
  return new;
end $$;
create trigger hold_uncounted_stock_of_new before insert on products
  for each row when (not new.stock_counted) execute function hold_uncounted_stock();
create trigger hold_uncounted_stock before update on products
  for each row when (not new.stock_counted or not old.stock_counted) execute function hold_uncounted_stock();

-- The triggers that follow a stock see a change of counting too, and the history of stocks leaves the held number out.
create or replace trigger product_is_back after update of status, stock, removed_at, stock_counted on products
  for each row when (
    new.status = 'active' and new.stock > 0 and new.removed_at is null
    and not (old.status = 'active' and old.stock > 0 and old.removed_at is null)
  ) execute function product_is_back();
create or replace trigger product_group_unsettled after update of status, removed_at, stock_counted on products
  for each row when (
    new."group" is not null
    and (old.status = 'active', old.removed_at is null) is distinct from (new.status = 'active', new.removed_at is null)
  ) execute function product_group_unsettled();
create or replace trigger note_stock_change after update of stock on products
  for each row when (
    new.stock <> old.stock and new.stock_counted and old.stock_counted
    and coalesce(current_setting('semel.stock_cause', true), '') <> ''
  ) execute function note_stock_change();

-- Says whether the order has taken the pieces of a line from the stock. Only such pieces go back into it.
alter table order_items add column stock_counted boolean not null default true;

-- An import can change it too, and be taken back (product_values in migration 201).
update product_import_changes set was = was || '{"stock_counted": true}', now = now || '{"stock_counted": true}';
