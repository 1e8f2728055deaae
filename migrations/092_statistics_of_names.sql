-- The search of the console reads names in the order of their indexes and stops after some. PostgreSQL takes no statistics from
-- indexes of some rows, so it expected few names to begin with "grace", and sorted all of them where they were many.
-- A distributed table of Citus may refuse statistics of expressions.
do $$ begin
  if not exists (select from pg_extension where extname = 'citus') then
    create statistics names_of_users on (lower(user_name)) from users;
    create statistics last_names_of_users on (lower(regexp_replace(user_name, '^.*\s', ''))) from users;
    analyze users;
  end if;
end $$;
