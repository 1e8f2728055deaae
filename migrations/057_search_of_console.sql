-- The search of the console finds orders, customers and messages by any part of what stands in them. Each text is folded as in
-- migration 055. The functions are the expressions of the indexes, so nothing has to be kept beside the rows, and what is
-- erased from a row is gone from the search.
create function text_of_order(delivery_address jsonb, tracking_number text) returns text
language plpgsql immutable parallel safe set search_path from current as $$
begin
  return fold(concat_ws(' ', tracking_number, (select string_agg(value, ' ') from jsonb_each_text(delivery_address))));
end $$;

create function text_of_user(user_name text, email text) returns text
language plpgsql immutable strict parallel safe set search_path from current as $$
begin
  return fold(user_name || ' ' || email);
end $$;

create function text_of_message(name text, email text, message text) returns text
language plpgsql immutable parallel safe set search_path from current as $$
begin
  return fold(concat_ws(' ', name, email, message));
end $$;

-- Without the extension, the search reads all rows.
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index orders_text on orders using gin (text_of_order(delivery_address, tracking_number) gin_trgm_ops)
      where delivery_address is not null or tracking_number is not null;
    create index users_text on users using gin (text_of_user(user_name, email) gin_trgm_ops) where confirmed_at is not null;
    create index contact_messages_text on contact_messages using gin (text_of_message(name, email, message) gin_trgm_ops);
  end if;
end $$;
