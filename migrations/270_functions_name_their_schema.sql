-- For engines that spread schemas over machines, and run triggers where the tables are, on connections without the search path
-- of the shop. Functions that are only called by these need nothing.

-- Not by the sequence: that of such a machine has a range of its own. Whoever updates `database_history` has locked its row.
create or replace function begin_event_history() returns trigger language plpgsql as $$
begin
  insert into event_histories (number, begins_after) overriding system value
  select (select coalesce(max(number), 0) + 1 from event_histories), position from event_head;
  return null;
end
$$;

do $$
declare
  function regprocedure;
  path text := (
    select string_agg(quote_ident(trim(name, ' "')), ', ') from string_to_table(current_setting('search_path'), ',') as name
  );
begin
  for function in
    select unnest(array[
      'product_moved()', 'product_shows_something_else()', 'products_truncated()', 'product_is_back()',
      'begin_event_history()', 'open_orders_of(uuid, int)'
    ]::regprocedure[])
  loop
    execute format('alter function %s set search_path = %s', function, path);
  end loop;
end $$;
