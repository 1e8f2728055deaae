-- As before, but the products of the group are locked in the order of their ids, as orders lock them, so that neither waits for the other
-- in a circle; and the group without its key, because an order that sells the last piece looks whether the group is there. The choice
-- comes after the locks, so it is made among those that can be ordered now.
create or replace function settle_group(id_of_group bigint) returns void language plpgsql set search_path from current as $$
declare
  wanted bigint;
begin
  perform from product_groups where id = id_of_group for no key update;
  perform from products where "group" = id_of_group and removed_at is null order by id for no key update;
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
