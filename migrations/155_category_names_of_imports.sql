-- The names of categories by language that an import has changed, and before that, so that it can be taken back:
-- [{"name": …, "isNew": …, "was": …, "now": …}]. `isNew`: the import gave the category its row.
alter table product_imports add column category_names jsonb not null default '[]';
