-- no transaction
-- The search finds papers by their total (src/orders/references/find.ts).
drop index concurrently if exists documents_total;
create index concurrently documents_total on documents (((content ->> 'total')::bigint));
