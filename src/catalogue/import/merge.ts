/** The second half of an import: the statement that merges the staged rows into the catalogue. */
import { FILL_GROUPS, MAKE_GROUPS } from './grouped-rows.ts'
import { LAST, SHOP_CURRENCY } from './stage.ts'

/** Imports merge one at a time. */
export const TURN = 0x696d7074

/** The SKUs of the staged rows. */
export const LAST_SKUS = 'select sku from incoming'

/** Whether the row names another group, or other values, than the product has. */
const IS_REGROUPED = `(
      g."group" is not null and (
        sorted_options(g.options) <> sorted_options(p.options)
        or g."group" is distinct from (select name from product_groups where id = p."group")
      )
    )`

/** Whether the row `g` of the file changes its product `p`. */
export const IS_OUTDATED = `(${IS_REGROUPED} or (
      p.name, p.category, p.price, p.description, p.status, p.currency, p.stock, p.created_at, p.tax_class, p.texts
    ) is distinct from (
      coalesce(g.name, p.name), coalesce(g.category, p.category), coalesce(g.price, p.price), coalesce(g.description, p.description), coalesce(g.status, p.status),
      coalesce(g.currency, p.currency), coalesce(g.stock, p.stock), coalesce(g.created_at, p.created_at),
      coalesce(g.tax_class, p.tax_class), case when g.texts is null then p.texts else changed_texts(p.texts, g.texts) end
    ))`

/** Only added products use up an id. */
const MERGE_PRODUCTS = `
  with given as materialized (${LAST}), outdated as materialized (
    select p.id as product, g.* from given g join products p on p.sku = g.sku
    where p.removed_at is null and ${IS_OUTDATED}
    order by p.id
    for no key update of p
  ), changed as (
    update products p set
      name = coalesce(g.name, p.name), category = coalesce(g.category, p.category), price = coalesce(g.price, p.price),
      description = coalesce(g.description, p.description), status = coalesce(g.status, p.status),
      currency = coalesce(g.currency, p.currency), stock = coalesce(g.stock, p.stock),
      created_at = coalesce(g.created_at, p.created_at), tax_class = coalesce(g.tax_class, p.tax_class),
      texts = case when g.texts is null then p.texts else changed_texts(p.texts, g.texts) end, updated_at = now()
    from outdated g where p.id = g.product
    returning p.id, p.sku
  ), added as (
    insert into products (sku, name, description, category, status, price, currency, stock, created_at, tax_class, texts)
    select g.sku, g.name, coalesce(g.description, ''), g.category, coalesce(g.status, 'active'), g.price,
      coalesce(g.currency, ${SHOP_CURRENCY}), coalesce(g.stock, 0), coalesce(g.created_at, now()),
      coalesce(g.tax_class, 'standard'), case when g.texts is null then '{}' else changed_texts('{}', g.texts) end
    from given g
    where not exists (select from products p where p.sku = g.sku and p.removed_at is null)
      -- The product of such a row was removed a moment ago.
      and g.name is not null and g.category is not null and g.price is not null
    order by g.line
    on conflict (sku) where removed_at is null do nothing
    returning id, sku
  ), published as (
    insert into event_outbox (type, data, at)
    select type, jsonb_build_object('productId', id, 'sku', sku), now() from (
      select 'product.updated' as type, * from changed union all select 'product.created', * from added order by id
    ) as e
  )
  insert into merged as m (sku, line, has_price, result)
  select g.sku, g.line, g.price is not null, case when a.id is not null then 'added' when c.id is not null then 'changed' else 'unchanged' end
  from given g left join added a on a.sku = g.sku left join changed c on c.sku = g.sku
  on conflict (sku) do update set line = excluded.line, result = least(m.result, excluded.result),
    has_price = m.has_price or excluded.has_price`

/**
 * The trigger takes a status that equals the former one for none, and lets it follow the stock. The same file would
 * then change such products once more. An order that has taken stock since decides the status itself.
 */
const KEEP_STATUS = `
  update products p set status = g.status
  from (${LAST}) as g
  where (g.status, g.stock > 0) in (('active', false), ('out_of_stock', true))
    and p.sku = g.sku and p.removed_at is null and p.stock = g.stock and p.status <> g.status`

/** All of it, in one transaction: several statements that are sent together are one. */
export const MERGE = [MAKE_GROUPS, MERGE_PRODUCTS, KEEP_STATUS, FILL_GROUPS].join(';')
