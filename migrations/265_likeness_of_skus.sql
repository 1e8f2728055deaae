-- Spreadsheets turn 00123 into 123, 1E5 into 100000, 12/4 into a day, and lose or keep an apostrophe in front. Such a SKU is like the one that
-- it was: an import that adds it would have the same article twice. SKUs that no spreadsheet changes have no likeness.
create function sku_likeness(sku text) returns text language plpgsql immutable parallel safe set search_path from current as $$
declare
  bare text := upper(btrim(regexp_replace(btrim(sku), '^=?["'']+|["'']+$', '', 'g')));
  number text := replace(bare, ',', '.');
  parts text[];
  small int[];
begin
  if bare ~ '^[0-9]{1,40}([.,][0-9]{1,20})?$' or bare ~ '^[0-9]([.,][0-9]{1,20})?E[+]?[0-9]{1,2}$' or bare ~ '^[0-9]{2,20}E[+]?[0-9]$' then
    return 'n' || trim_scale(number::numeric)::text;
  end if;
  -- A day: two or three numbers, or a month by its name. The small ones tell, as the year may be anything.
  parts := regexp_match(bare, '^([0-9]{1,4})[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,4}))?$');
  if parts is not null then
    small := (select array_agg(part::int order by part::int)
      from unnest(case when length(parts[1]) > 2 then parts[2:3] else parts[1:2] end) as part);
    if array_length(small, 1) = 2 and small[1] between 1 and 12 and small[2] between 1 and 31 then
      return 'd' || small[1] || '-' || small[2];
    end if;
  end if;
  parts := regexp_match(bare, '^(?:([0-9]{1,2})[-. ]?)?(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*[-. ]?([0-9]{1,2})?$');
  if parts is not null and coalesce(parts[1], parts[3]) is not null then
    small := (select array_agg(part order by part)
      from unnest(array[
        (strpos('JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC', parts[2]) + 2) / 3, coalesce(parts[1], parts[3])::int
      ]) as part);
    if small[2] between 1 and 31 then return 'd' || small[1] || '-' || small[2]; end if;
  end if;
  return case when bare <> upper(sku) then 't' || bare end;
end $$;

-- Two short forms, such as 12-4 and 4/12, may well be two articles. A spreadsheet writes a year, or the name of a month.
create function is_written_day(sku text) returns boolean language sql immutable parallel safe as $$
  select sku ~ '[0-9]{4}' or sku ~ '^[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}$' or sku ~* '[a-z]{3}'
$$;

-- The product that a new SKU is like: one in the catalogue, whose SKU is another one.
create function product_like(new_sku text) returns text language sql stable set search_path from current as $$
  select found.sku
  from (
    select p.id, p.sku
    from products p
    where p.removed_at is null and sku_likeness(p.sku) = coalesce(sku_likeness(new_sku), 't' || upper(btrim(new_sku)))
    union all
    select p.id, p.sku
    from products p
    where p.removed_at is null and p.sku = btrim(regexp_replace(btrim(new_sku), '^=?["'']+|["'']+$', '', 'g'))
  ) as found
  where found.sku <> new_sku
    and (coalesce(sku_likeness(new_sku), '') not like 'd%' or is_written_day(new_sku) or is_written_day(found.sku))
  order by found.id
  limit 1
$$;
