-- A file of products that was uploaded in the console, between the page that shows what it would change and the button that
-- imports it. The file is here and not in a process, so that the button works on every process and without JavaScript. The
-- cleanup deletes rows that have expired.
create table product_imports (
  id uuid primary key,
  state text not null default 'open' constraint product_imports_state check (state in ('open', 'imported', 'undone')),
  -- Empty once it was imported.
  file bytea not null,
  -- How to read it: {encoding, columns: {field: number}}.
  reading jsonb not null default '{}',
  -- What came of it, as the API shows it.
  report jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index product_imports_expires on product_imports (expires_at);

-- What an import has changed: each product before it (null: the import added it) and after it. It can be taken back as long
-- as the product is as the import left it.
create table product_import_changes (
  import_id uuid not null references product_imports on delete cascade,
  product_id bigint not null,
  sku text collate "C" not null,
  was jsonb,
  now jsonb not null,
  primary key (import_id, product_id)
);

-- The values of a product that an import can change, to compare and to restore them.
create function product_values(p products) returns jsonb language sql stable as $$
  select jsonb_build_object('name', p.name, 'category', p.category, 'price', p.price, 'currency', p.currency,
    'stock', p.stock, 'status', p.status, 'description', p.description, 'tax_class', p.tax_class, 'texts', p.texts,
    'created_at', (extract(epoch from p.created_at) * 1000)::bigint)
$$;
