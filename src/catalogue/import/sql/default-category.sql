-- Gives new products whose row names no category the one that was chosen for them. Known products keep theirs.
update incoming i set category = $1
where i.category is null and not exists (select from products p where p.sku = i.sku and p.removed_at is null)
