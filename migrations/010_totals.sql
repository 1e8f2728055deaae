-- What an order costs beside its items: VAT by country and class, delivery, and discount codes. One statement computes it
-- for quotes, carts and orders (src/orders/pricing/price-sql.ts).

-- The rates of VAT. Prices include it. The rate of an order is that of the country it goes to, and of the class of each
-- product. Of several rows of a country and class, the newest that has begun counts, so a change of the law is a row that
-- is added before its day. The country '*' stands for every country that has no row of its own.
--
-- `rate_bp` counts hundredths of a percent: 1900 is 19 %. A rate that the shop has not confirmed counts too, and the
-- console and `semel doctor` ask for the confirmation. Where a product has no rate it cannot be sold.
create table tax_rates (
  id uuid primary key default gen_random_uuid(),
  country text not null check (country ~ '^([A-Z]{2}|[*])$'),
  class text not null check (class in ('standard', 'intermediate', 'reduced', 'super_reduced', 'zero')),
  rate_bp int not null check (rate_bp between 0 and 9999),
  valid_from date not null,
  confirmed boolean not null,
  unique (country, class, valid_from)
);

-- The standard rates of the 27 member states on 1 January 2026.
insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
select country, 'standard', rate_bp, '2000-01-01', false
from (values
  ('AT', 2000), ('BE', 2100), ('BG', 2000), ('CY', 1900), ('CZ', 2100), ('DE', 1900), ('DK', 2500), ('EE', 2400),
  ('ES', 2100), ('FI', 2550), ('FR', 2000), ('GR', 2400), ('HR', 2500), ('HU', 2700), ('IE', 2300), ('IT', 2200),
  ('LT', 2100), ('LU', 1700), ('LV', 2100), ('MT', 1800), ('NL', 2100), ('PL', 2300), ('PT', 2300), ('RO', 2100),
  ('SE', 2500), ('SI', 2200), ('SK', 2300)
) as state (country, rate_bp);
-- Elsewhere: an export out of the Union carries no VAT.
insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
select '*', class, 0, '2000-01-01', false
from unnest(array['standard', 'intermediate', 'reduced', 'super_reduced', 'zero']) as class;

-- Which rate of its country a product has. The names are those of the VAT directive.
alter table products add column tax_class text not null default 'standard';
alter table products add constraint products_tax_class
  check (tax_class in ('standard', 'intermediate', 'reduced', 'super_reduced', 'zero'));
-- For the check that every class in use has a rate.
create index products_tax_class on products (tax_class) where removed_at is null and tax_class <> 'standard';

-- A list shows the class of a product as well, so a change of it is a change of what the lists show.
create or replace trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
    and (old.sku, old.currency, old.stock, old.description, old.images, old.tax_class)
      is distinct from (new.sku, new.currency, new.stock, new.description, new.images, new.tax_class)
  ) execute function product_shows_something_else();

-- How orders travel: names by language ({"en": "Standard"}), where to (null: everywhere), for how much, and in how many
-- working days. The first active one that goes to the country of an order is its default. A method that costs nothing
-- goes with every currency.
create table delivery_methods (
  id uuid primary key,
  names jsonb not null check (jsonb_typeof(names) = 'object' and names <> '{}'),
  countries text[] check (cardinality(countries) > 0),
  price bigint not null check (price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- From this value of the items on, after the discount, the delivery is free.
  free_from bigint check (free_from >= 0),
  days_least int not null check (days_least >= 0),
  days_most int not null check (days_most >= days_least),
  active boolean not null default true,
  -- Smaller ones come first.
  position int not null default 0,
  constraint delivery_methods_currency check (currency is not null or (price = 0 and free_from is null))
);
insert into delivery_methods (id, names, price, days_least, days_most)
values (
  '0197a5c8-0000-7000-8000-000000000001',
  '{"en": "Standard", "de": "Standardversand", "fr": "Livraison standard"}',
  0, 2, 4
);

-- A code that makes an order cheaper. It is stored in capital letters and found in whatever letters somebody types.
-- `value` is percent (1 to 100), or an amount in minor units of `currency`. With products or categories, only lines of
-- these are cheaper.
--
-- Of all orders that want the last use of a code, the one that holds its row gets it (src/orders/placing/place-sql.ts).
-- The check on `used` is the last line of defence.
create table discount_codes (
  code text primary key,
  kind text not null check (kind in ('percent', 'amount', 'free_delivery')),
  value bigint not null check (value >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- The items have to cost this much, before the discount.
  min_total bigint check (min_total >= 0),
  valid_from timestamptz,
  valid_until timestamptz,
  max_uses int check (max_uses > 0),
  max_uses_per_customer int check (max_uses_per_customer > 0),
  product_ids bigint[] check (cardinality(product_ids) > 0),
  categories text[] check (cardinality(categories) > 0),
  active boolean not null default true,
  used int not null default 0 check (used >= 0),
  created_at timestamptz not null,
  constraint discount_codes_not_overused check (used <= max_uses),
  constraint discount_codes_percent check (kind <> 'percent' or value between 1 and 100),
  constraint discount_codes_currency check (currency is not null or (kind <> 'amount' and min_total is null))
);

-- Who used a code with which order. A cancelled order deletes its row, and only who deletes it gives the use back, so that
-- happens once.
create table discount_uses (
  code text not null references discount_codes (code) on delete cascade,
  order_id bigint not null references orders (id),
  user_id uuid not null references users (id),
  primary key (order_id)
);
create index discount_uses_code on discount_uses (code, user_id);
create index discount_uses_user on discount_uses (user_id);

-- How often a customer has used a code. A volatile function sees what others have committed until now. Placing an order
-- asks after it has locked the row of the code, so of simultaneous orders of a customer the second one counts the first.
create function discount_uses_of(which text, customer uuid) returns bigint language sql volatile as $$
  select count(*) from discount_uses where code = which and user_id = customer
$$;

-- The parts of a total. `total` stays what the customer pays, and what the items cost follows from the others.
alter table orders add column discount_total bigint not null default 0;
alter table orders add constraint orders_discount_total check (discount_total >= 0);
alter table orders add column delivery_total bigint not null default 0;
alter table orders add constraint orders_delivery_total check (delivery_total >= 0);
alter table orders add column items_total bigint generated always as (total + discount_total - delivery_total) stored;
-- The country whose VAT the order carries.
alter table orders add column tax_country text;
-- A copy of the delivery method: {method, names, days: {least, most}}.
alter table orders add column delivery jsonb;
alter table orders add column discount_code text;

-- The part of the discount on this line, and the VAT in the rest.
alter table order_items add column discount bigint not null default 0;
alter table order_items add constraint order_items_discount check (discount between 0 and unit_price * quantity);
alter table order_items add column tax_rate_bp int;

-- The VAT in an order, delivery included, by rate. All `gross` of an order are its total.
create table order_taxes (
  order_id bigint not null references orders (id),
  rate_bp int not null,
  net bigint not null,
  tax bigint not null,
  gross bigint not null,
  primary key (order_id, rate_bp),
  constraint order_taxes_gross check (gross = net + tax)
);

-- Spreads an amount over weights in whole units, by the largest remainder (Hamilton): each part is the exact share, rounded
-- down or up, and all parts together are the amount. Equal remainders favour the first. If all weights are zero, so are
-- the parts.
create function spread(amount bigint, weights bigint[]) returns bigint[] language sql immutable as $$
  with share as (
    select n, div(amount::numeric * w, total)::bigint as whole, mod(amount::numeric * w, total) as remainder
    from (select w, n, nullif(sum(w::numeric) over (), 0) as total from unnest(weights) with ordinality as u (w, n)) as weighed
  ), ranked as (
    select n, whole, amount - sum(whole) over () as missing, row_number() over (order by remainder desc, n) as rank from share
  )
  select array_agg(coalesce(whole + (rank <= missing)::int, 0) order by n) from ranked
$$;
