-- Merges the staged rows into the catalogue. Only added products use up an id.
with
-- 1 the rows of the file
given as materialized (
  select * from last_rows
), today as materialized (
  select shop_day(now()) as day
),

-- 2 the products that they change, locked in the order of their ids
outdated as materialized (
  select p.id as product, g.*, case
    when num_nonnulls(p.sale_price, p.sale_from, p.sale_until, g.sale_price, g.sale_from, g.sale_until) > 0 then sale_values(
    p,
    jsonb_strip_nulls(jsonb_build_object(
      'regular_price', g.price, 'currency', g.currency, 'sale_price', g.sale_price, 'sale_from', g.sale_from, 'sale_until', g.sale_until
    ))
      -- a day that the row gives takes away a former one that does not fit it
      || case when g.sale_until is null and g.sale_from > p.sale_until then '{"sale_until": null}'::jsonb else '{}' end
      || case when g.sale_from is null and g.sale_until < p.sale_from then '{"sale_from": null}'::jsonb else '{}' end,
    now(), day
  ) end as prices
  from today, given g join products p on p.sku = g.sku
  where p.removed_at is null
    and (
      -- begin is_outdated
      -- the row names another group, or other values, than the product has
      (
        g."group" is not null and (
          sorted_options(g.options) <> sorted_options(p.options)
          or g."group" is distinct from (select name from product_groups where id = p."group")
        )
      )
      or (
        p.name, p.category, coalesce(p.regular_price, p.price), p.description, p.status, p.currency, p.stock, p.created_at,
        p.tax_class, p.texts, p.attributes, p.stock_counted, p.sale_price, p.sale_from, p.sale_until
      ) is distinct from (
        coalesce(g.name, p.name), coalesce(g.category, p.category), coalesce(g.price, p.regular_price, p.price),
        coalesce(g.description, p.description),
        coalesce(g.status, p.status), coalesce(g.currency, p.currency),
        -- what is not counted is held at its number
        case when coalesce(g.stock_counted, p.stock_counted) then coalesce(g.stock, p.stock) else p.stock end,
        coalesce(g.created_at, p.created_at),
        coalesce(g.tax_class, p.tax_class), case when g.texts is null then p.texts else changed_texts(p.texts, g.texts) end,
        changed_attributes(p.attributes, coalesce(g.attributes, '{}')), coalesce(g.stock_counted, p.stock_counted),
        coalesce(g.sale_price, p.sale_price),
        -- days without a sale price say nothing
        case when coalesce(g.sale_price, p.sale_price) is null then p.sale_from else coalesce(g.sale_from, p.sale_from) end,
        case when coalesce(g.sale_price, p.sale_price) is null then p.sale_until else coalesce(g.sale_until, p.sale_until) end
      )
      -- end is_outdated
    )
  order by p.id
  for no key update of p
),

-- 3 what a row leaves out stays
changed as (
  update products p set
    name = coalesce(g.name, p.name), category = coalesce(g.category, p.category),
    price = coalesce((g.prices ->> 'price')::bigint, g.price, p.price), regular_price = (g.prices ->> 'regular_price')::bigint,
    lowest_price_30_days = (g.prices ->> 'lowest_price_30_days')::bigint,
    sale_price = (g.prices ->> 'sale_price')::bigint, sale_from = (g.prices ->> 'sale_from')::date,
    sale_until = (g.prices ->> 'sale_until')::date,
    description = coalesce(g.description, p.description), status = coalesce(g.status, p.status),
    currency = coalesce(g.currency, p.currency),
    stock = case when coalesce(g.stock_counted, p.stock_counted) then coalesce(g.stock, p.stock) else p.stock end,
    created_at = coalesce(g.created_at, p.created_at), tax_class = coalesce(g.tax_class, p.tax_class),
    texts = case when g.texts is null then p.texts else changed_texts(p.texts, g.texts) end,
    attributes = changed_attributes(p.attributes, coalesce(g.attributes, '{}')),
    stock_counted = coalesce(g.stock_counted, p.stock_counted), updated_at = now()
  from outdated g where p.id = g.product
  returning p.id, p.sku
),

-- 4 new products. The product of a row without name, category or price was removed a moment ago
added as (
  insert into products (sku, name, description, category, status, price, currency, stock, created_at, tax_class, texts,
    attributes, stock_counted, sale_price, sale_from, sale_until)
  select g.sku, g.name, coalesce(g.description, ''), g.category, coalesce(g.status, 'active'), g.price,
    coalesce(g.currency, (select currency from shop_currency)), coalesce(g.stock, 0), coalesce(g.created_at, now()),
    coalesce(g.tax_class, 'standard'), case when g.texts is null then '{}' else changed_texts('{}', g.texts) end,
    changed_attributes('{}', coalesce(g.attributes, '{}')), coalesce(g.stock_counted, true),
    g.sale_price, g.sale_from, g.sale_until
  from given g
  where not exists (select from products p where p.sku = g.sku and p.removed_at is null)
    and g.name is not null and g.category is not null and g.price is not null
  order by g.line
  on conflict (sku) where removed_at is null do nothing
  returning id, sku
),

-- 5 the events of the feed
published as (
  insert into event_outbox (type, data, at)
  select type, jsonb_build_object('productId', id, 'sku', sku), now()
  from (
    select 'product.updated' as type, * from changed union all select 'product.created', * from added order by id
  ) as e
)

-- 6 the result of each row
insert into merged as m (sku, line, has_price, result)
select g.sku, g.line, g.price is not null,
  case
    when a.id is not null then 'added'
    when c.id is not null then 'changed'
    when
      -- begin names_category
      g.category_texts is not null and (
        select changed_texts(texts, g.category_texts) <> texts
        from (
          select coalesce((select n.texts from categories n where n.name = coalesce(g.category, p.category)), '{}') as texts
        ) as named
      )
      -- end names_category
    then 'changed'
    else 'unchanged'
  end
from given g left join added a on a.sku = g.sku left join changed c on c.sku = g.sku
left join products p on p.sku = g.sku and p.removed_at is null
on conflict (sku) do update set line = excluded.line, result = least(m.result, excluded.result),
  has_price = m.has_price or excluded.has_price;

-- 7 the status of the file. The trigger takes a status that equals the former one for none, and lets it follow the stock. The same file
-- would then change such products once more. An order that has taken stock since decides the status itself
update products p set status = g.status
from last_rows as g
where (g.status, g.stock > 0) in (('active', false), ('out_of_stock', true))
  and p.sku = g.sku and p.removed_at is null and p.stock = g.stock and p.status <> g.status;

-- 8 new values of groups, behind the others
with given as (
  select pg.id, o ->> 'name' as option, o ->> 'value' as value, min(g.line) as first
  from last_rows as g join product_groups pg on pg.name = g."group", jsonb_array_elements(g.options) as o
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

-- 9 the products that get a group or other values, with the values in the order of the group
insert into grouped
select *
from (
  select p.id, pg.id as "group", (
    select jsonb_agg(v order by n)
    from jsonb_array_elements(pg.options) with ordinality as e (o, n)
    join jsonb_array_elements(g.options) as v on v ->> 'name' = o ->> 'name'
  ) as options
  from last_rows as g
  join product_groups pg on pg.name = g."group"
  join products p on p.sku = g.sku and p.removed_at is null
  where option_names(pg.options) = option_names(g.options) and (p."group" is null or p."group" = pg.id)
) as t
where not exists (
  select from products p where p.id = t.id and p."group" = t."group" and p.options = t.options
);

-- 10 those that change their values leave first, so that two can change places
update products p set "group" = null, options = '[]', is_listed = true
from grouped
where grouped.id = p.id and p."group" is not null;
update products p set "group" = grouped."group", options = grouped.options, is_listed = false
from grouped
where grouped.id = p.id and not exists (
  select from products o where o."group" = grouped."group" and o.options = grouped.options and o.removed_at is null
);
select settle_group("group") from (select distinct "group" from grouped order by 1) as g;
truncate grouped
