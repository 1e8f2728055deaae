-- Sale prices with a first and a last day. `price` is the price that holds, as before, so lists, filters and indexes on it stay as they
-- are; docs/decisions/063 says why it is stored. While a sale runs, `regular_price` keeps the price outside of it, and is null
-- otherwise. A sale that is not below the regular price never runs.
--
-- `lowest_price_30_days` is the prior price of Directive 98/6/EC, Article 6a(2): the lowest price that held within 30 days before the
-- present reduction began. It stays the same while the reduction lasts. Null: no sale runs, or the product had no price before.
alter table products
  add column regular_price bigint,
  add column sale_price bigint,
  add column sale_from date,
  add column sale_until date,
  add column lowest_price_30_days bigint,
  add constraint products_sale_price_exact check (sale_price between 0 and 9007199254740991) not valid,
  add constraint products_sale_days check (sale_from <= sale_until) not valid,
  add constraint products_sale_runs check (regular_price is null or (price = sale_price and price < regular_price)) not valid;

-- Each price that held, written when it ends: so a new product costs nothing here. The price of now is in the product.
create table product_prices (
  product_id bigint not null,
  id bigint generated always as identity,
  price bigint not null,
  currency text collate "C" not null,
  until timestamptz not null,
  primary key (product_id, until, id)
);
-- For the cleanup.
create index product_prices_until on product_prices (until);

-- The day of the shop at a moment. A zone that this database does not know is read as UTC, as everywhere (src/time.ts).
create function shop_day(at timestamptz) returns date language plpgsql stable set search_path from current as $$
begin
  return (at at time zone coalesce((select settings ->> 'timeZone' from shop_settings), 'UTC'))::date;
exception when invalid_parameter_value then
  return (at at time zone 'UTC')::date;
end $$;

-- The price that holds on a day. This is the only place that says so.
create function price_on(price bigint, regular_price bigint, sale_price bigint, sale_from date, sale_until date, day date)
returns bigint language sql immutable parallel safe as $$
  select case
    when sale_price < coalesce(regular_price, price) and coalesce(sale_from <= day, true) and coalesce(day <= sale_until, true)
    then sale_price
    else coalesce(regular_price, price)
  end
$$;

-- All columns about the price of a product after a change. A key that the change does not have stays as it is. `price` is the regular
-- price, unless it is the price that holds now: then a client has sent back what it read.
create function sale_values(p products, change jsonb, at timestamptz, day date)
returns jsonb language plpgsql stable set search_path from current as $$
declare
  regular bigint := coalesce(
    (change ->> 'regular_price')::bigint, nullif((change ->> 'price')::bigint, p.price), p.regular_price, p.price
  );
  sale bigint := case when change ? 'sale_price' then (change ->> 'sale_price')::bigint else p.sale_price end;
  first date := case when change ? 'sale_from' then (change ->> 'sale_from')::date else p.sale_from end;
  last date := case when change ? 'sale_until' then (change ->> 'sale_until')::date else p.sale_until end;
  unit text := coalesce(change ->> 'currency', p.currency);
  price bigint := price_on(regular, null, sale, first, last, day);
  runs boolean := price < regular;
  lowest bigint;
begin
  if sale is null then
    first := null;
    last := null;
  end if;
  if runs and p.regular_price is not null and (p.price, p.currency) = (price, unit) then
    lowest := p.lowest_price_30_days;
  elsif runs then
    -- An hour more, because 30 days of the shop may have one hour more.
    select min(held.price) into lowest
    from (
      select p.price where p.removed_at is null and p.currency = unit
      union all
      select h.price from product_prices h
      where h.product_id = p.id and h.currency = unit and h.until > at - interval '30 days 1 hour'
    ) as held;
  end if;
  return jsonb_build_object(
    'price', price, 'regular_price', case when runs then regular end, 'sale_price', sale, 'sale_from', first, 'sale_until', last,
    'lowest_price_30_days', lowest
  );
end $$;

-- A new product had no price before. PostgreSQL computes the generated columns of a new row in any case, so this trigger may run before;
-- one before an update would compute them for each order.
create function sale_of_new_product() returns trigger language plpgsql set search_path from current as $$
declare
  v record := jsonb_populate_record(new, sale_values(new, '{}', now(), shop_day(now())));
begin
  new.price := v.price;
  new.regular_price := v.regular_price;
  new.sale_from := v.sale_from;
  new.sale_until := v.sale_until;
  new.lowest_price_30_days := null;
  return new;
end $$;
create trigger sale_of_new_product before insert on products
  for each row when (num_nonnulls(new.sale_price, new.regular_price, new.sale_from, new.sale_until) > 0)
  execute function sale_of_new_product();

-- Keeps a price that ends, whoever changes it: a command, a batch, an import or midnight. A price that nobody saw did not hold.
create function keep_ended_price() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_prices (product_id, price, currency, until)
  values (
    old.id, old.price, old.currency, coalesce(nullif(current_setting('semel.price_time', true), '')::timestamptz, clock_timestamp())
  );
  return null;
end $$;
create trigger keep_ended_price after update of price, currency, removed_at on products
  for each row when (
    old.removed_at is null and (new.removed_at is not null or (old.price, old.currency) is distinct from (new.price, new.currency))
  ) execute function keep_ended_price();

-- Imports that are taken back compare the regular price, because a sale that began since is no change. Values of a sale are there only
-- if the product has one, so those of earlier imports still compare.
create or replace function product_values(p products) returns jsonb language sql stable as $$
  select jsonb_build_object('name', p.name, 'category', p.category, 'price', coalesce(p.regular_price, p.price),
    'currency', p.currency, 'stock', p.stock, 'status', p.status, 'description', p.description, 'tax_class', p.tax_class,
    'texts', p.texts, 'created_at', (extract(epoch from p.created_at) * 1000)::bigint, 'group', p."group", 'options', p.options,
    'attributes', p.attributes, 'stock_counted', p.stock_counted)
    || jsonb_strip_nulls(jsonb_build_object('sale_price', p.sale_price, 'sale_from', p.sale_from, 'sale_until', p.sale_until))
$$;
