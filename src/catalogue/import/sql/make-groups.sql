-- Makes the groups that the rows name, and locks all that the merge may change: categories and groups before products, as the commands
-- on them do, and products in the order of their ids, as orders do.

-- 0 LOCK 0: the categories, if any row names one by language
do $$ begin
  if exists (select from incoming where category_texts is not null) then
    lock table categories in share row exclusive mode;
  end if;
end $$;

-- 1 groups that do not exist
insert into product_groups (name, options)
select name, jsonb_agg(jsonb_build_object('name', option, 'values', "values") order by n, option)
from (
  select name, option, min(n) as n, jsonb_agg(value order by first) as "values"
  from (
    select g."group" as name, o ->> 'name' as option, o ->> 'value' as value, min(n) as n, min(g.line) as first
    from last_rows as g, jsonb_array_elements(g.options) with ordinality as e (o, n)
    where g."group" is not null
    group by 1, 2, 3
  ) as value
  group by name, option
) as option
group by name
on conflict (name) do nothing;

-- 2 LOCK 1: the groups
with locked as materialized (
  select id from product_groups where name in (select "group" from incoming) order by id for no key update
)
select count(*) from locked;

-- 3 LOCK 2: the products of the file and of the groups, if any row names one
with locked as materialized (
  select id from products
  where removed_at is null and exists (select from incoming where "group" is not null) and (
    sku in (select sku from incoming)
    or "group" in (select id from product_groups where name in (select "group" from incoming))
  )
  order by id for no key update
)
select count(*) from locked
