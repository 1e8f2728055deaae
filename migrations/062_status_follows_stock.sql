-- The status follows the stock as before, but no longer by a trigger that runs before each row is written: where there is
-- one, PostgreSQL computes every generated column of the row again, and an order paid for the words of a product's whole
-- description each time it took a piece. Now the rare change of stock to or from nothing is followed by a second update.
drop trigger products_status_follows_stock on products;

create or replace function products_status_follows_stock() returns trigger language plpgsql as $$
begin
  update products set status = case when new.stock = 0 then 'out_of_stock' else 'active' end where id = new.id;
  return null;
end $$;

-- A status that is set in the same statement is left as it was set.
create trigger products_status_follows_stock after update of stock on products
  for each row when (
    new.status = old.status and (
      (new.stock = 0 and old.stock > 0 and new.status = 'active')
      or (new.stock > 0 and old.stock = 0 and new.status = 'out_of_stock')
    )
  ) execute function products_status_follows_stock();
