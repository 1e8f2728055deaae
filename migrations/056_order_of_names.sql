-- The order of names as people read them: accents and capital letters beside their letter, numbers by their value. It is a
-- column with an order of its own and no collation of a library, because an index in such an order becomes wrong without a
-- word when the library changes, and a process could not compare two names as the database does (docs/decisions/025).
-- Each number has twenty digits there, so Chair 2 comes before Chair 10. Two names may have the same key: then the id decides.
create function order_of_name(name text) returns text language sql immutable strict parallel safe
return left(regexp_replace(regexp_replace(fold(name), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g'), 200);

alter table products add column sort_name text collate "C" not null generated always as (order_of_name(name)) stored;
create index products_sort_name on products (sort_name, id) include (status, is_listed) where removed_at is null;
create index products_category_sort_name on products (category, sort_name, id) include (status, is_listed) where removed_at is null;

-- The place of a product in the lists, as before, with this key.
create or replace function product_place(p products) returns jsonb language sql stable as $$
  select case when p.removed_at is null
    then jsonb_build_array(
      p.category, p.status, p.name, p.price, (extract(epoch from p.created_at) * 1000)::bigint, p.is_listed, p.sort_name
    )
  end
$$;
