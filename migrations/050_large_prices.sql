-- Prices up to 2^53 minor units, the largest number that every JSON client reads exactly. With 32 bits nothing above
-- 21,474,836.47 could be sold, which is about 1,200 euros in rupiah.
--
-- PostgreSQL writes the table and its indexes anew, while the shop waits. PostgreSQL refuses to change a column that
-- triggers name in their conditions, so these go and come back as they were.
do $$
declare
  definitions text[];
  one text;
begin
  select array_agg(pg_get_triggerdef(oid) order by tgname) into definitions
  from pg_trigger
  where tgrelid = 'products'::regclass and not tgisinternal and pg_get_triggerdef(oid) like '%price%';
  for one in
    select tgname from pg_trigger
    where tgrelid = 'products'::regclass and not tgisinternal and pg_get_triggerdef(oid) like '%price%'
  loop
    execute format('drop trigger %I on products', one);
  end loop;
  alter table products alter column price type bigint;
  foreach one in array definitions loop
    execute one;
  end loop;
end $$;
alter table products add constraint products_price_exact check (price <= 9007199254740991);

-- The place of a product in the lists, as before, with a larger price.
drop function product_place(text, text, text, int, timestamptz, timestamptz);
create function product_place(
  category text, status text, name text, price bigint, created_at timestamptz, removed_at timestamptz
) returns jsonb language sql immutable as $$
  select case when removed_at is null
    then jsonb_build_array(category, status, name, price, (extract(epoch from created_at) * 1000)::bigint)
  end
$$;
