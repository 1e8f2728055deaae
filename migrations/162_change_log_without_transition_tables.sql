-- The log of changes without transition tables, which cost an order more than its own inserts and which distributed
-- engines refuse. One trigger notes a product that moved in a list, the other one that only shows something else, as
-- after a sale.
drop trigger product_changes_insert on products;
drop trigger product_changes_update on products;
drop trigger product_changes_delete on products;
drop trigger product_changes_truncate on products;
drop function product_changes_note();

-- Nothing reads it.
alter table product_changes drop column words;

-- The changes that totals and ranks depend on. Sales are not among them, however many there are.
create index product_changes_moved on product_changes (xid)
  where product_id is null or was is not null or now is not null;

-- How many changes this transaction has noted. From the 5000th on a row without a product says "too many to list".
create function product_changes_room() returns boolean language plpgsql as $$
declare
  many constant int := 5000;
  noted int := coalesce(nullif(current_setting('semel.noted_changes', true), '')::int, 0) + 1;
begin
  if noted > many then
    return false;
  end if;
  perform set_config('semel.noted_changes', noted::text, true);
  if noted = many then
    insert into product_changes (product_id) values (null);
  end if;
  return noted < many;
end $$;

create function product_moved() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if product_changes_room() then
      insert into product_changes (product_id, now)
      values (new.id, product_place(new.category, new.status, new.name, new.price, new.created_at, new.removed_at));
    end if;
  elsif tg_op = 'DELETE' then
    if product_changes_room() then
      insert into product_changes (product_id, was)
      values (old.id, product_place(old.category, old.status, old.name, old.price, old.created_at, old.removed_at));
    end if;
  elsif product_changes_room() then
    insert into product_changes (product_id, was, now)
    values (
      new.id,
      product_place(old.category, old.status, old.name, old.price, old.created_at, old.removed_at),
      product_place(new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
    );
  end if;
  return null;
end $$;

create function product_shows_something_else() returns trigger language plpgsql as $$
begin
  if product_changes_room() then
    insert into product_changes (product_id) values (new.id);
  end if;
  return null;
end $$;

create function products_truncated() returns trigger language plpgsql as $$
begin
  insert into product_changes (product_id) values (null);
  return null;
end $$;

create trigger product_changes_insert after insert on products
  for each row when (new.removed_at is null) execute function product_moved();
create trigger product_changes_delete after delete on products
  for each row when (old.removed_at is null) execute function product_moved();
create trigger product_changes_moved after update on products
  for each row when (
    (old.removed_at is null or new.removed_at is null)
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at)
      is distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
  ) execute function product_moved();
create trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
    and (old.sku, old.currency, old.stock, old.description)
      is distinct from (new.sku, new.currency, new.stock, new.description)
  ) execute function product_shows_something_else();
create trigger product_changes_truncate after truncate on products
  for each statement execute function products_truncated();
