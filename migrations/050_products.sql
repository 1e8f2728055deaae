-- What the shop sells. Text that sorts has the collation "C": code-point order, the same on every machine and in every
-- version of its libraries, and one that a client in any language can check.
create table products (
  id int primary key generated always as identity,
  sku text collate "C" not null check (sku <> ''),
  name text collate "C" not null,
  description text not null default '',
  category text collate "C" not null,
  status text collate "C" not null default 'active'
    check (status in ('active', 'out_of_stock', 'coming_soon', 'discontinued')),
  price int not null check (price >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  stock int not null default 0 constraint products_stock_not_negative check (stock >= 0),
  -- Milliseconds, as clients see it: what sorts is what is shown.
  created_at timestamptz(3) not null default now(),
  -- A removed product is on no list any more and stays readable where it was ordered.
  removed_at timestamptz(3),
  -- Words as they stand and by their stems, so that both "the Lamps" and "lamp" find a lamp.
  words tsvector not null generated always as (
    to_tsvector('simple', name || ' ' || description) || to_tsvector('english', name || ' ' || description)
  ) stored
) with (fillfactor = 90);

-- The sku of a removed product may be used again.
create unique index products_sku_unique on products (sku) where removed_at is null;

-- Every list ends in id, which breaks ties in the direction of the list. One index serves both directions, and with
-- what it includes it also decides the filters, so that skipping rows reads no row. Stock is in none: a sale changes
-- no index.
create index products_name on products (name, id) include (status) where removed_at is null;
create index products_price on products (price, id) include (status) where removed_at is null;
create index products_created_at on products (created_at, id) include (status) where removed_at is null;
create index products_category on products (category, id) include (status) where removed_at is null;
create index products_status on products (status, id) where removed_at is null;
create index products_category_name on products (category, name, id) include (status) where removed_at is null;
create index products_category_price on products (category, price, id) include (status) where removed_at is null;
create index products_category_created_at on products (category, created_at, id) include (status)
  where removed_at is null;
create index products_category_status on products (category, status, id) where removed_at is null;
create index products_status_category on products (status, category, id) where removed_at is null;
create index products_words on products using gin (words) where removed_at is null;

-- Whoever changes the stock, the status follows: the last piece sold makes an active product out_of_stock, and new
-- pieces bring it back. A status that is set in the same statement is left as it was set.
create function products_status_follows_stock() returns trigger language plpgsql as $$
begin
  if new.status = old.status then
    if new.stock = 0 and old.status = 'active' then
      new.status := 'out_of_stock';
    elsif old.stock = 0 and old.status = 'out_of_stock' then
      new.status := 'active';
    end if;
  end if;
  return new;
end $$;

create trigger products_status_follows_stock before update of stock on products
  for each row when (old.stock <> new.stock) execute function products_status_follows_stock();
