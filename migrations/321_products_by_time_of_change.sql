-- For programs that ask for what changed since a time. Of each block of eight pages the index knows the latest change, and it
-- does not keep a sale from staying on its page (HOT), as a B-tree of this column would. PostgreSQL 15 cannot do that, so
-- there each such request reads all products, as before.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    create index products_updated_at on products using brin (updated_at) with (pages_per_range = 8, autosummarize = on);
  end if;
end $$;
