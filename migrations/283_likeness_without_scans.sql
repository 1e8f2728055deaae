-- The plan of this function is kept for a whole session (PostgreSQL 18). The first import into an empty shop kept one made for a table
-- without pages, where reading all of it costs nothing, and then read all products for each new row. So no scan of the table is allowed,
-- and the second part asks for what only the index of SKUs has: for `removed_at is null` alone each index of products on sale would fit.
create or replace function product_like(new_sku text) returns text language sql stable
  set search_path from current set enable_seqscan = off set enable_bitmapscan = off as $$
  select found.sku
  from (
    select p.id, p.sku, p.removed_at
    from products p
    where p.removed_at is null and sku_likeness(p.sku) = coalesce(sku_likeness(new_sku), 't' || upper(btrim(new_sku)))
    union all
    (
      select p.id, p.sku, p.removed_at
      from products p
      where (p.removed_at is null or p.is_draft) and p.sku = btrim(regexp_replace(btrim(new_sku), '^=?["'']+|["'']+$', '', 'g'))
      offset 0
    )
  ) as found
  where found.removed_at is null
    and found.sku <> new_sku
    and (coalesce(sku_likeness(new_sku), '') not like 'd%' or is_written_day(new_sku) or is_written_day(found.sku))
  order by found.id
  limit 1
$$;
