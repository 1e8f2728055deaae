-- A draft, which only staff see, and an archived product, which can be brought back. Both have `removed_at`, so everything that reads
-- what is on sale leaves them out as it does now.
alter table products add column is_draft boolean not null default false;
alter table products add constraint products_draft_removed check (not is_draft or removed_at is not null);
alter table products add column state text collate "C" not null generated always as (
  case when is_draft then 'draft' when removed_at is null then 'on_sale' else 'archived' end
) stored;

-- A draft keeps its SKU. That of an archived product may be used again.
drop index products_sku_unique;
create unique index products_sku_unique on products (sku) where removed_at is null or is_draft;
create index products_not_on_sale on products (state, id) where removed_at is not null;
