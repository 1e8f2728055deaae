-- Prepares the connection of an import: temporary tables for the rows of a file, and views that the other statements read.

-- 1 the rows of the file, and what the import has done with them
set temp_buffers = '64MB';
create temp table incoming (
  line int, sku text collate "C", name text, description text, category text, status text, price bigint, currency text,
  tax_class text, stock int, created_at timestamptz(3), texts jsonb, attributes jsonb, category_texts jsonb, "group" text collate "C",
  options jsonb, stock_counted boolean,
  is_in_cents boolean, is_net boolean, sale_price bigint, sale_from date, sale_until date
);
create temp table merged (sku text collate "C" primary key, line int, result text collate "C", has_price boolean);

-- 2 rows that do not fit their group, and products that get another one
create temp table bad_grouped (line int, sku text collate "C", reason text);
create temp table grouped (id bigint, "group" bigint, options jsonb);

-- 3 names of categories by language: those of a batch, and all that the import has changed
create temp table named_categories (name text collate "C" primary key, is_new boolean, was jsonb, change jsonb);
create temp table category_names (name text collate "C" primary key, is_new boolean, was jsonb, now jsonb);

-- 4 the currency of a new product whose row names none, those without cents, and those that nobody pays with any more
create temp view shop_currency as
  select coalesce((select settings ->> 'currency' from shop_settings), 'EUR') as currency;
create temp table currencies_without_cents (currency text);
create temp table ended_currencies (currency text);
create temp table like_known (takes boolean);

-- 5 of several rows with one SKU the last counts
create temp view last_rows as
  select distinct on (sku) * from incoming order by sku, line desc;

-- 6 the rows of this batch, and those before it with the same SKUs. `without_cents`: the currency of the product, if it has no cents but
-- the amount was read with them. `lacking`: what a new product needs and its row does not give; `currency` if a row changes it without a
-- price; `draft` for its SKU; `ended` if it brings a currency that has ended into the shop. `resembles`: the known SKU that a new one is
-- like, unless such SKUs are new products or this file has brought both
create temp view judged_rows as
  select sku, line, is_present, currency,
    case when is_in_cents then (
      select currency from (
        select coalesce(
          (select currency from products p where p.sku = rows.sku and p.removed_at is null),
          (select currency from shop_currency)
        ) as currency
      ) as sold
      where currency in (select currency from currencies_without_cents)
    ) end as without_cents,
    case
      when not is_present then null
      when exists (select from products d where d.sku = rows.sku and d.is_draft) then 'draft'
      when rows.currency in (select currency from ended_currencies) and rows.currency <> (select currency from shop_currency)
        and not exists (
          select from products p where p.sku = rows.sku and p.removed_at is null and p.currency = rows.currency
        ) then 'ended'
      when rows.name is null or rows.category is null or rows.price is null then (
        select case
          when p.sku is null then concat_ws(
            ', ',
            case when rows.name is null then 'name' end,
            case when rows.category is null then 'category' end,
            case when rows.price is null then 'price' end
          )
          when rows.price is null and rows.currency <> p.currency then 'currency'
        end
        from (select) as one left join products p on p.sku = rows.sku and p.removed_at is null
      )
    end as lacking,
    case
      when is_present and not (select takes from like_known)
        and not exists (select from products p where p.sku = rows.sku and p.removed_at is null) then (
          select known from product_like(rows.sku) as known where not exists (select from merged m where m.sku = known)
        )
    end as resembles
  from (
    select sku, line, is_in_cents, name, category, price, currency, true as is_present from incoming
    union all
    select m.sku, m.line, false, null, null, null, null, false
    from merged m
    where exists (select from incoming i where i.sku = m.sku)
  ) as rows
