-- no transaction
-- A product names others by their SKUs (attributes `related` and `goes_with`). A new SKU of one is written wherever its former one is.
drop index concurrently if exists products_relations;
create index concurrently products_relations on products using gin (attributes jsonb_path_ops)
  where attributes ?| array['related', 'goes_with'];
