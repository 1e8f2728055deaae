-- Pictures are among what lists show of a product. The trigger notes their changes, in place of the statement that makes them.
create or replace trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
    and (old.sku, old.currency, old.stock, old.description, old.images)
      is distinct from (new.sku, new.currency, new.stock, new.description, new.images)
  ) execute function product_shows_something_else();
