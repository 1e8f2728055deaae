-- As in 270: this trigger updates products.
do $$
begin
  execute format('alter function products_status_follows_stock() set search_path = %s', (
    select string_agg(quote_ident(trim(name, ' "')), ', ') from string_to_table(current_setting('search_path'), ',') as name
  ));
end $$;
