/**
 * Rows of a file that name a group and values: `Shirt` and `Colour: red; Size: M`. A group that does not exist is made, and a
 * value that is new is added behind the others. The options of a group that exists stay.
 *
 * The groups are locked before the products, as the commands on groups do.
 */
import type pg from 'pg'
import { MOST_PRODUCTS, MOST_VALUES } from '../groups/group.ts'
import { BATCH, type BadRow, LAST } from './stage.ts'

const GROUPED = `
  select g.line, g.sku, g."group" as name, g.options, sorted_options(g.options) as sorted, option_names(g.options) as names,
    p.id as product, p."group" as has, pg.id as "group", pg.options as of_group
  from (${LAST}) as g
  left join products p on p.sku = g.sku and p.removed_at is null
  left join product_groups pg on pg.name = g."group"
  where g."group" is not null`

const BAD = `
  create temp table if not exists bad_grouped (line int, sku text collate "C", reason text);
  insert into bad_grouped
  with rows as materialized (${GROUPED}), new_values as materialized (
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
  ), judged as (
    select line, sku, case
      when has is not null and has is distinct from "group" then
        'group must stay ' || (select name from product_groups where id = has) || ', because a product is in one group at most'
      when names <> first_names then 'options must have a value for ' || array_to_string(first_names, ' and ') || ', and no others'
      when number > 1 then 'options are the same as in line ' || first_line
      when taken is not null then 'options are those of ' || taken
      when has is null and place > ${MOST_PRODUCTS} then 'group has ${MOST_PRODUCTS} products, and there is no room for more'
      when exists (
        select from jsonb_array_elements(options) as o join new_values v on v.name = rows.name and v.option = o ->> 'name' and v.value = o ->> 'value'
        where v.place > ${MOST_VALUES}
      ) then 'options have ${MOST_VALUES} values already, and there is no room for more'
    end as reason
    from (
      select *, row_number() over same as number, count(*) filter (where has is null) over (partition by name order by line) + (
          select count(*) from products p where p."group" = rows."group" and p.removed_at is null
        ) as place, first_value(line) over same as first_line,
        case when of_group is null then first_value(names) over (partition by name order by line) else option_names(of_group) end as first_names,
        (
          select p.sku from products p
          where p."group" = rows."group" and p.removed_at is null and p.sku <> rows.sku and sorted_options(p.options) = sorted
            and not exists (select from incoming i where i.sku = p.sku and i."group" = rows.name)
          limit 1
        ) as taken
      from rows
      window same as (partition by name, sorted order by line)
    ) as rows
  )
  select line, sku, reason from judged where reason is not null`

/** Finds the rows that do not fit their group or each other, and leaves them out. */
export async function* badGroupedRows(client: pg.Client): AsyncGenerator<BadRow> {
  await client.query(BAD)
  for (let last = 0; ; ) {
    const { rows } = await client.query<BadRow>(
      `select line, reason from bad_grouped where line > $1 order by line limit ${BATCH}`,
      [last],
    )
    yield* rows
    if (rows.length < BATCH) break
    last = rows.at(-1)!.line
  }
  await client.query('delete from incoming i using bad_grouped b where i.sku = b.sku; truncate bad_grouped')
}

/** Before the products are merged. Then all that a settling may change is locked, in the order of the ids, as orders do. */
export const MAKE_GROUPS = `
  insert into product_groups (name, options)
  select name, jsonb_agg(jsonb_build_object('name', option, 'values', "values") order by n, option)
  from (
    select name, option, min(n) as n, jsonb_agg(value order by first) as "values"
    from (
      select g."group" as name, o ->> 'name' as option, o ->> 'value' as value, min(n) as n, min(g.line) as first
      from (${LAST}) as g, jsonb_array_elements(g.options) with ordinality as e (o, n)
      where g."group" is not null
      group by 1, 2, 3
    ) as value
    group by name, option
  ) as option
  group by name
  on conflict (name) do nothing;

  with locked as materialized (
    select id from product_groups where name in (select "group" from incoming) order by id for no key update
  )
  select count(*) from locked;

  with locked as materialized (
    select id from products
    where removed_at is null and exists (select from incoming where "group" is not null) and (
      sku in (select sku from incoming)
      or "group" in (select id from product_groups where name in (select "group" from incoming))
    )
    order by id for no key update
  )
  select count(*) from locked`

/** The row of a product with its group, and its values in the order of that. */
const TARGETS = `
  select p.id, pg.id as "group", (
    select jsonb_agg(v order by n) from jsonb_array_elements(pg.options) with ordinality as e (o, n)
    join jsonb_array_elements(g.options) as v on v ->> 'name' = o ->> 'name'
  ) as options
  from (${LAST}) as g
  join product_groups pg on pg.name = g."group"
  join products p on p.sku = g.sku and p.removed_at is null
  where option_names(pg.options) = option_names(g.options) and (p."group" is null or p."group" = pg.id)`

/** After the products are merged. Those that change their values leave first, so that two can change places. */
export const FILL_GROUPS = `
  with given as (
    select pg.id, o ->> 'name' as option, o ->> 'value' as value, min(g.line) as first
    from (${LAST}) as g join product_groups pg on pg.name = g."group", jsonb_array_elements(g.options) as o
    group by 1, 2, 3
  ), changed as (
    select pg.id, jsonb_agg(jsonb_set(o, '{values}', o -> 'values' || new_values) order by n) as options,
      bool_or(new_values <> '[]') as is_new
    from product_groups pg, jsonb_array_elements(pg.options) with ordinality as e (o, n), lateral (
      select coalesce(jsonb_agg(value order by first), '[]') as new_values
      from given
      where given.id = pg.id and option = o ->> 'name' and not o -> 'values' ? value
    ) as fresh
    where pg.id in (select id from given)
    group by pg.id
  )
  update product_groups pg set options = changed.options, updated_at = now() from changed where changed.id = pg.id and is_new;

  create temp table if not exists grouped (id bigint, "group" bigint, options jsonb);
  insert into grouped select * from (${TARGETS}) as t where not exists (
    select from products p where p.id = t.id and p."group" = t."group" and p.options = t.options
  );
  update products p set "group" = null, options = '[]', is_listed = true from grouped where grouped.id = p.id and p."group" is not null;
  update products p set "group" = grouped."group", options = grouped.options, is_listed = false
  from grouped
  where grouped.id = p.id and not exists (
    select from products o where o."group" = grouped."group" and o.options = grouped.options and o.removed_at is null
  );
  select settle_group("group") from (select distinct "group" from grouped order by 1) as g;
  truncate grouped`
