-- Finds the rows that do not fit their group or each other. $1: the most products of a group, $2: the most values of an option.
insert into bad_grouped
with
-- 1 the rows that name a group, with their product and the group as it is
rows as materialized (
  select g.line, g.sku, g."group" as name, g.options, sorted_options(g.options) as sorted, option_names(g.options) as names,
    p.id as product, p."group" as has, pg.id as "group", pg.options as of_group
  from last_rows as g
  left join products p on p.sku = g.sku and p.removed_at is null
  left join product_groups pg on pg.name = g."group"
  where g."group" is not null
),

-- 2 values that the group does not have, and the place of each behind the others
new_values as materialized (
  select name, option, value, row_number() over (partition by name, option order by first) + (
    select count(*) from product_groups pg, jsonb_array_elements(pg.options) o, jsonb_array_elements(o -> 'values')
    where pg.name = value.name and o ->> 'name' = option
  ) as place
  from (
    select name, o ->> 'name' as option, o ->> 'value' as value, min(line) as first
    from rows, jsonb_array_elements(options) as o
    where not exists (
      select from jsonb_array_elements(of_group) as g where g ->> 'name' = o ->> 'name' and g -> 'values' ? (o ->> 'value')
    )
    group by 1, 2, 3
  ) as value
),

-- 3 beside each row those before it, and the product of the group that has its values
beside as (
  select *,
    row_number() over same as number,
    first_value(line) over same as first_line,
    count(*) filter (where has is null) over (partition by name order by line) + (
      select count(*) from products p where p."group" = rows."group" and p.removed_at is null
    ) as place,
    case
      when of_group is null then first_value(names) over (partition by name order by line)
      else option_names(of_group)
    end as first_names,
    (
      select p.sku from products p
      where p."group" = rows."group" and p.removed_at is null and p.sku <> rows.sku and sorted_options(p.options) = sorted
        and not exists (select from incoming i where i.sku = p.sku and i."group" = rows.name)
      limit 1
    ) as taken
  from rows
  window same as (partition by name, sorted order by line)
),

-- 4 the first reason that applies
judged as (
  select line, sku, case
    when has is not null and has is distinct from "group" then
      'group must stay ' || (select name from product_groups where id = has) || ', because a product is in one group at most'
    when names <> first_names then 'options must have a value for ' || array_to_string(first_names, ' and ') || ', and no others'
    when number > 1 then 'options are the same as in line ' || first_line
    when taken is not null then 'options are those of ' || taken
    when has is null and place > $1::int then 'group has ' || $1::int || ' products, and there is no room for more'
    when exists (
      select from jsonb_array_elements(options) as o
      join new_values v on v.name = beside.name and v.option = o ->> 'name' and v.value = o ->> 'value'
      where v.place > $2::int
    ) then 'options have ' || $2::int || ' values already, and there is no room for more'
  end as reason
  from beside
)
select line, sku, reason from judged where reason is not null
