-- The attributes of a product that are lines of one table in the code (src/catalogue/attributes/table.ts): {"brand": "Aurora"}. Only those
-- with a value are kept, so lists of products stay as small as they were.
alter table products add column attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object');

-- Takes over given attributes. Null takes one away.
create function changed_attributes(was jsonb, change jsonb) returns jsonb language sql immutable parallel safe
return jsonb_strip_nulls(was || change);

-- Any other change of a listed product is a change of what the lists show, if only of its `updated_at`. So a new column needs no line here.
create or replace trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at, old.is_listed)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at, new.is_listed)
    and old is distinct from new
  ) execute function product_shows_something_else();
