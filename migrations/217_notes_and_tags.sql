-- Staff and programs keep notes and tags on orders and customers. No customer reads them in the shop: the copy of all data about a person
-- has the notes and tags about that person. They go with the account; those of an order go when the order is handed over to nobody.
create table notes (
  id uuid primary key,
  order_id bigint references orders on delete cascade,
  user_id uuid references users on delete cascade,
  text text not null,
  by_user uuid not null,
  at timestamptz not null,
  check (num_nonnulls(order_id, user_id) = 1)
);
create index notes_order_id on notes (order_id, id) where order_id is not null;
create index notes_user_id on notes (user_id, id) where user_id is not null;

-- `key` is the tag in small letters: "VIP" and "vip" are one.
create table tags (
  order_id bigint references orders on delete cascade,
  user_id uuid references users on delete cascade,
  key text not null,
  tag text not null,
  by_user uuid not null,
  at timestamptz not null,
  check (num_nonnulls(order_id, user_id) = 1)
);
create unique index tags_of_order on tags (order_id, key) where order_id is not null;
create unique index tags_of_user on tags (user_id, key) where user_id is not null;
create index tags_key on tags (key);

create function text_of_note(text text) returns text
language plpgsql immutable parallel safe set search_path from current as $$
begin
  return fold(text);
end $$;

-- Without the extension, the search reads all rows.
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index notes_text on notes using gin (text_of_note(text) gin_trgm_ops);
  end if;
end $$;
