-- Products of one group are variants of each other, such as a shirt in three colours and four sizes. The product stays what is
-- listed, priced, stocked and sold. The group gives it a name, and options of which it has one value each.
create table product_groups (
  id bigint primary key generated always as identity,
  name text collate "C" not null check (name <> ''),
  -- {"de": {"name": …, "words": [{"text": "red", "translation": "rot"}]}}
  texts jsonb not null default '{}',
  -- In the order of the shop: [{"name": "Colour", "values": ["red", "blue"]}].
  options jsonb not null,
  -- The product that the shop has chosen for its lists, as long as it can be ordered; see settle_group below.
  listed bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- Files of products name a group by its name.
create unique index product_groups_name on product_groups (name);

alter table products add column "group" bigint;
-- One value of each option, in the order of the group: [{"name": "Colour", "value": "red"}]. Empty without a group.
alter table products add column options jsonb not null default '[]';
-- Whether the lists of the shop show it: of a group, one product. The lists of the API show them all.
alter table products add column is_listed boolean not null default true;
alter table products add constraint products_group_fkey foreign key ("group") references product_groups (id);
alter table products add constraint products_options_need_group check ("group" is not null or options = '[]');

-- Two people who add the same combination: one of them wins.
create unique index products_combination on products ("group", options) where "group" is not null and removed_at is null;
create unique index products_listed on products ("group") where is_listed and "group" is not null and removed_at is null;

-- Skipping rows of a list of the shop reads no row either.
drop index products_name;
create index products_name on products (name, id) include (status, is_listed) where removed_at is null;
drop index products_price;
create index products_price on products (price, id) include (status, is_listed) where removed_at is null;
drop index products_created_at;
create index products_created_at on products (created_at, id) include (status, is_listed) where removed_at is null;
drop index products_category;
create index products_category on products (category, id) include (status, is_listed) where removed_at is null;
drop index products_status;
create index products_status on products (status, id) include (is_listed) where removed_at is null;
drop index products_category_name;
create index products_category_name on products (category, name, id) include (status, is_listed) where removed_at is null;
drop index products_category_price;
create index products_category_price on products (category, price, id) include (status, is_listed) where removed_at is null;
drop index products_category_created_at;
create index products_category_created_at on products (category, created_at, id) include (status, is_listed)
  where removed_at is null;
drop index products_category_status;
create index products_category_status on products (category, status, id) include (is_listed) where removed_at is null;
drop index products_status_category;
create index products_status_category on products (status, category, id) include (is_listed) where removed_at is null;

-- The log of changes notes whether a product is in the lists of the shop, because totals and ranks of those depend on it.
drop trigger product_changes_moved on products;
drop trigger product_changes_other on products;
drop function product_place(text, text, text, bigint, timestamptz, timestamptz);
create function product_place(p products) returns jsonb language sql stable as $$
  select case when p.removed_at is null
    then jsonb_build_array(p.category, p.status, p.name, p.price, (extract(epoch from p.created_at) * 1000)::bigint, p.is_listed)
  end
$$;

create or replace function product_moved() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    if product_changes_room() then
      insert into product_changes (product_id, now) values (new.id, product_place(new));
    end if;
  elsif tg_op = 'DELETE' then
    if product_changes_room() then
      insert into product_changes (product_id, was) values (old.id, product_place(old));
    end if;
  elsif product_changes_room() then
    insert into product_changes (product_id, was, now) values (new.id, product_place(old), product_place(new));
  end if;
  return null;
end $$;

create trigger product_changes_moved after update on products
  for each row when (
    (old.removed_at is null or new.removed_at is null)
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at, old.is_listed)
      is distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at, new.is_listed)
  ) execute function product_moved();
create trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at, old.is_listed)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at, new.is_listed)
    and (old.sku, old.currency, old.stock, old.description, old.images, old."group", old.options)
      is distinct from (new.sku, new.currency, new.stock, new.description, new.images, new."group", new.options)
  ) execute function product_shows_something_else();

-- Decides which product of a group the shop lists: the one that the shop has chosen, or the first one if nobody has. While it
-- cannot be ordered, another one that can. If the chosen one has left, the one that is listed now becomes the chosen one.
--
-- The lock on the group makes callers take turns. They lock the group before its products, so that none waits in a circle.
create function settle_group(id_of_group bigint) returns void language plpgsql set search_path from current as $$
declare
  wanted bigint;
begin
  perform from product_groups where id = id_of_group for update;
  select p.id into wanted
  from products p join product_groups g on g.id = p."group"
  where p."group" = id_of_group and p.removed_at is null
  order by p.status = 'active' desc, p.id is not distinct from g.listed desc, p.id
  limit 1;
  update product_groups set listed = wanted
  where id = id_of_group and not exists (
    select from products where id = listed and "group" = id_of_group and removed_at is null
  );
  update products set is_listed = false where "group" = id_of_group and is_listed and id is distinct from wanted;
  update products set is_listed = true where id = wanted and not is_listed;
end $$;

-- Groups in which another product may have to be listed, because one was sold out, came back or was removed. An order only
-- adds a row, so it waits for nobody; a worker settles the group a moment later.
create table unsettled_groups (
  id bigint generated always as identity primary key,
  "group" bigint not null
);

create function product_group_unsettled() returns trigger language plpgsql set search_path from current as $$
begin
  insert into unsettled_groups ("group") values (new."group");
  return null;
end $$;

create trigger product_group_unsettled after update of status, removed_at on products
  for each row when (
    new."group" is not null
    and (old.status = 'active', old.removed_at is null) is distinct from (new.status = 'active', new.removed_at is null)
  ) execute function product_group_unsettled();

-- "Colour: red; Size: M", for people and for files.
create function options_text(options jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg((option ->> 'name') || ': ' || (option ->> 'value'), '; ' order by n), '')
  from jsonb_array_elements(options) with ordinality as e (option, n)
$$;

-- What customers read where a product stands without its group: "Shirt (red, M)".
create function product_title(name text, options jsonb) returns text language sql immutable parallel safe as $$
  select case when options = '[]' then name else name || ' (' || (
    select string_agg(option ->> 'value', ', ' order by n) from jsonb_array_elements(options) with ordinality as e (option, n)
  ) || ')' end
$$;

-- Which product of a group was bought, in the words of that day. Empty for products without a group.
alter table order_items add column options text not null default '';
