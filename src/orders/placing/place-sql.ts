/** The statement that places an order: it locks, decides, takes the stock and writes everything that belongs to the order. */
import { type RawBuilder, sql } from 'kysely'
import type { Content } from '../../catalogue/attributes/base-price.ts'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { announceSql } from '../../events/announce.ts'
import { publishToFeedSql } from '../../events/publish.ts'
import { spendWideSql } from '../../http/rate-limits/wide-budgets.ts'
import { priceForSql } from '../../pricing/price.ts'
import type { PriceRow } from '../../pricing/price-sql.ts'
import { PIECE_SQL } from '../../pricing/reverse-charge/amounts-sql.ts'
import { removeFromCartsSql } from '../cart/store.ts'
import type { OpenOrders, OrderedProduct } from '../order-problems.ts'
import type { OrderRequest } from './order-request.ts'

/** The answer of the statement. */
export type PlacedOrRefused = {
  /** The number of the order; null if it was refused. */
  id: number | null
  /** The number of the terms in force. */
  termsVersion: number | null
  locale: string | null
  currency: string | null
  /** The price of the order; null if not all of its products are available. */
  price: PriceRow | null
  /** The products of the order, without those that were removed. */
  products: (OrderedProduct & Content & { sku: string; options: string })[]
  owner: { id: string; email: string; userName: string }
  /**
   * Says whether products and price allow the order. Then only a budget, the number of open orders or the code can
   * refuse it.
   */
  isAvailable: boolean
  /** Says whether everything but the code allows the order. */
  isAllowed: boolean
  /** Time when all of the budget of the account will be there again; null if it is used up. */
  full: Date | null
  /** The open orders of the account and of its network; null if they are not limited, or if the budget is used up. */
  open: OpenOrders | null
  nearby: OpenOrders | null
}

/**
 * Orders that share products wait for each other, but never in a circle: each statement takes its locks in the order in which they are
 * numbered below, from LOCK 1 to LOCK 5. A locked row is read in its current version, not in the one from the start of the statement. So
 * the decision holds until the commit.
 *
 * A product on two lines counts as one product with the sum of both quantities. A total above 2^53 is refused (`priceSql`).
 */
export async function placeInOneStatement(tx: Tx, request: OrderRequest): Promise<PlacedOrRefused> {
  const { items, pieces, code, address, userId, isGuest, by, network, seller, now } = request
  const { languages } = seller
  const { account, network: nearby } = request.limits
  const { agreed } = request
  const lines = items.map(({ productId, quantity }, n) => {
    return { line: n + 1, product_id: productId, quantity, ...(agreed && { agreed: agreed.unitPrices[n] }) }
  })
  const asked = piecesOfEach(items)
  const productIds = [...asked.keys()]
  const openOrdersOf = (most: OpenOrders) =>
    isGuest
      ? sql`open_orders_of_guest(${userId}::uuid, ${network ?? null}::text, ${most.orders}::int)`
      : sql`open_orders_of(${userId}::uuid, ${most.orders}::int)`
  /** Has a row if the order is placed. */
  const decided = sql.table(code === null ? 'allowed' : 'code')
  const announced = announceSql({
    type: 'order.placed',
    cause: 'placed',
    payload: sql`jsonb_build_object('orderId', id)`,
    to: sql`owner_id`,
    at: now,
  })

  const { rows } = await sql<PlacedOrRefused>`${PREPARED}
    with
    -- 1 the language of the order, and the products. LOCK 1: the products, in the order of their ids. For a code their categories are
    -- those of the snapshot, as its terms are: a category may be renamed while the lock is awaited. Their words are read as the shop's
    -- pages show them (catalogue/groups/in-words.ts)
    reader as materialized (
      select coalesce(
        ${request.asked ?? null}::text,
        case when locale = any(${languages}::text[]) then locale end,
        ${languages[0]}::text
      ) as locale, json_build_object('id', id, 'email', email, 'userName', user_name) as owner
      from users where id = ${userId}::uuid
    ), product as materialized (
      select id, sku, case when options = '[]' then spoken else product_title(spoken, worded) end as name,
        case when options = '[]' then '' else options_text(worded) end as options, tax_class,
        price, currency, stock, asked, category, status, attributes,
        stock_counted
      from (
        select id, sku, name, options, "group", texts, (select locale from reader) as locale, tax_class, currency, stock,
          price_on(price, regular_price, sale_price, sale_from, sale_until, ${seller.today}::date) as price,
          (${[...asked.values()]}::int[])[array_position(${productIds}::bigint[], id)] as asked,
          ${code === null ? sql`category` : sql`(select category from products s where s.id = products.id) as category`},
          case when removed_at is null then status else 'removed' end as status, attributes, stock_counted
        from products
        where id = any(${productIds}::bigint[])
        order by id
        for no key update
      ) as locked
      left join lateral (
        select case when g.name = locked.name then g.texts end as texts,
          coalesce(g.texts -> locale -> 'words', '[]') || coalesce(g.texts -> ${languages[0]}::text -> 'words', '[]') as words
        from product_groups g where g.id = "group"
      ) as g on true
      -- a call of a function costs more than the rest of a line, and most products have no options
      cross join lateral (
        select coalesce(product_name_in(locale, ${languages[0]}::text, locked.texts, g.texts), name) as spoken,
          case when options <> '[]' then options_in_words(options, words) end as worded
      ) as o
    ),

    -- 2 the lines of the order. JSON, because PostgreSQL would make a new plan for each length of an array
    ordered as materialized (
      select line, quantity, id, sku, name, options, category, tax_class, attributes, stock_counted,
        ${agreed ? sql`agreed as` : sql``} price
      from json_to_recordset(${JSON.stringify(lines)}) as l (
        line smallint, product_id bigint, quantity int${agreed ? sql`, agreed bigint` : sql``}
      )
      join product on id = product_id
    ),

    -- 3 whether all of it is available, and what it costs
    basket as materialized (
      select
        count(*) = ${asked.size}::int and bool_and(status = 'active' and stock >= asked) as is_in_stock,
        array_agg(id) as ids,
        array_agg(stock - case when stock_counted then asked else 0 end) as "left",
        min(currency) as currency,
        max(currency) as other_currency,
        coalesce(json_agg(json_build_object(
          'id', id, 'sku', sku, 'name', name, 'options', options, 'price', price, 'currency', currency, 'stock',
          stock, 'status', status, 'asked', asked, 'content_amount', attributes -> 'content_amount',
          'content_unit', attributes -> 'content_unit'
        ) order by id) filter (where status <> 'removed'), '[]') as products
      from product
    ), priced as materialized (
      select currency, price.*
      from basket, lateral (${priceForSql({
        lines: sql`select line, id as product_id, category, tax_class, price, (attributes ->> 'weight_grams')::int as weight, quantity
          from ordered`,
        currency: sql`basket.currency`,
        country: address?.country,
        postcode: address?.postcode,
        delivery: request.delivery,
        code,
        vatId: request.checked.vatId,
        userId,
        agreed,
        seller,
        now,
      })}) as price
      where is_in_stock and currency = other_currency
    ), available as materialized (
      select
      from priced
      where refusal is null
        and total = coalesce(${request.expected.total}::bigint, total)
        and currency = coalesce(${request.expected.currency}::text, currency)
    ),

    -- 4 the account: its budget for the day, and what it has open. LOCK 2: the budget, until the commit
    budget as (${spendWideSql({ ...account.budget, cause: 'available' })}),
    ${given(
      account.open,
      most => sql`open as materialized (
      select o.orders, o.pieces, o.orders < ${most.orders}::int and o.pieces + ${pieces}::int <= ${most.pieces}::int as fits
      from budget, ${openOrdersOf(most)} as o
    ),`,
    )}

    -- 5 the same for its network. LOCK 3: the budget of the network
    ${given(
      nearby.open,
      most => sql`network_budget as (${spendWideSql({ ...nearby.budget, cause: 'budget' })}),
    nearby as materialized (
      select o.orders, o.pieces, o.orders < ${most.orders}::int and o.pieces + ${pieces}::int <= ${most.pieces}::int as fits
      from network_budget, open_orders_from(subject, ${most.orders}::int) as o
    ),`,
    )}

    -- 6 the decision: a row if the order is allowed. LOCK 4: the code, which decides last. Others may use it meanwhile: then this update
    -- waits for them, and looks at its conditions again
    allowed as materialized (
      select from budget
      where true
        ${given(account.open, () => sql`and exists (select from open where fits)`)}
        ${given(nearby.open, () => sql`and exists (select from nearby where fits)`)}
    ),
    ${given(
      code,
      () => sql`code as (
      update discount_codes d set used = used + 1
      where d.code = (select ${code}::text from allowed)
        and (max_uses is null or used < max_uses)
        and (max_uses_per_customer is null or discount_uses_of(d.code, ${userId}::uuid) < max_uses_per_customer)
      returning d.code
    ),`,
    )}

    -- 7 the stock. What is left comes from the locked rows: "stock - pieces" would first be checked on the row of the snapshot, which
    -- may hold less. It comes as arrays, because PostgreSQL cannot run a join with step 3 again for a row that changed meanwhile
    sold as (
      update products
      set stock = (select "left" from basket)[array_position((select ids from basket), id)], updated_at = now()
      where id = any(${productIds}::bigint[]) and exists (select from ${decided})
    ),

    -- 8 the order, its lines with names and prices of today, its VAT, its use of the code, and its first step
    placed as (
      insert into orders (owner_id, note, delivery_address, billing_address, discount_total, delivery_total, total, currency,
      tax_country, vat_rule, delivery, least_delivery,
        discount_code, placed_at, network, terms_version, payment_method, payment_status, locale, vat_id, vat_id_check,
        buyer_reference)
      select ${userId}::uuid, ${request.note}::text, ${jsonOf(address)}::jsonb,
        ${jsonOf(request.billingAddress)}::jsonb, discount_total, delivery_total, total,
        currency, tax_country, vat_rule, delivery, coalesce(least_delivery, delivery_total), ${code}::text,
        ${now}::timestamptz, ${network ?? null}::text,
        (select max(published) from pages where slug = 'terms'), ${request.paymentMethod}, case total when 0 then 'paid' else 'open' end,
        (select locale from reader), ${request.vatId}::text, ${jsonOf(request.checked.check)}::jsonb,
        ${request.buyerReference}::text
      from ${decided}, priced
      returning id, owner_id, discount_code, terms_version, locale
    ), items as (
      insert into order_items (order_id, line, product_id, sku, name, options, unit_price, line_total, quantity, discount,
        tax_rate_bp, content_amount, content_unit, stock_counted)
      select placed.id, line, ordered.id, sku, name, options, ${PIECE_SQL},
        case vat_rule when 'reverse_charge' then line_totals[line] end, quantity, discounts[line], rates[line],
        (attributes ->> 'content_amount')::float8, attributes ->> 'content_unit', stock_counted
      from placed, priced, ordered
    ), taxes as (
      insert into order_taxes (order_id, rate_bp, net, tax, gross)
      select id, rate_bp, net, tax, gross
      from placed, priced, json_to_recordset(taxes) as tax (rate_bp int, net bigint, tax bigint, gross bigint)
    ),
    ${given(
      code,
      () => sql`use as (
      insert into discount_uses (code, order_id, user_id) select discount_code, id, owner_id from placed
    ),`,
    )}
    step as (
      insert into order_steps (order_id, status, by_user, at)
      select id, 'placed', ${by}::uuid, ${now}::timestamptz from placed
    ),

    -- 9 what is ordered leaves the carts. LOCK 5: the cart of the browser, then that of the user
    ${given(request.carts.length > 0, () => removeFromCartsSql(request.carts, productIds, 'placed'))}

    -- 10 the confirmation to the owner, and the event of the feed
    event as (${announced.event}),
    delivery as (${announced.delivery}),
    published as (${publishToFeedSql({
      type: 'order.placed',
      cause: 'placed',
      data: sql`jsonb_build_object('orderId', id, 'status', 'placed')`,
      at: now,
    })})

    -- 11 what the answer is made from, or the refusal
    select
      placed.id,
      placed.terms_version as "termsVersion",
      placed.locale,
      currency,
      products,
      (select to_json(priced) from priced) as price,
      (select owner from reader) as owner,
      exists (select from available) as "isAvailable",
      exists (select from allowed) as "isAllowed",
      (select "full" from budget) as "full",
      ${account.open ? sql`(select json_build_object('orders', orders, 'pieces', pieces) from open)` : sql`null`} as open,
      ${nearby.open ? sql`(select json_build_object('orders', orders, 'pieces', pieces) from nearby)` : sql`null`} as nearby
    from basket left join placed on true
  `.execute(tx)
  return one(rows)
}

/** Leaves table expressions out of the statement of an order that does not need them. */
function given<T>(value: T | null | undefined | false, part: (value: T) => RawBuilder<unknown>): RawBuilder<unknown> {
  return value ? part(value) : sql``
}

/** A product on two lines counts once, with the pieces of both. */
function piecesOfEach(items: OrderRequest['items']): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const { productId, quantity } of items) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
  return pieces
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value)
}
