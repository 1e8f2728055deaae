-- The latest change of each page, in place of that of eight: sales are all over the table, and a request for what has changed
-- since a time read eight pages for each of them. What is vacuumed is summarized; a page that is not yet is read too.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    drop index products_updated_at;
    create index products_updated_at on products using brin (updated_at) with (pages_per_range = 1);
  end if;
end $$;

alter table products set (autovacuum_vacuum_insert_scale_factor = 0.02);
