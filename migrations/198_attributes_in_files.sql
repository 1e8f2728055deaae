-- An import can change the attributes of a product too.
create or replace function product_values(p products) returns jsonb language sql stable as $$
  select jsonb_build_object('name', p.name, 'category', p.category, 'price', p.price, 'currency', p.currency,
    'stock', p.stock, 'status', p.status, 'description', p.description, 'tax_class', p.tax_class, 'texts', p.texts,
    'created_at', (extract(epoch from p.created_at) * 1000)::bigint, 'group', p."group", 'options', p.options, 'attributes', p.attributes)
$$;

-- Imports of before can still be taken back: products had no attributes then.
update product_import_changes set was = was || '{"attributes": {}}', now = now || '{"attributes": {}}';
