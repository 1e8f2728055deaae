-- People who order without an account. A guest is a row of users that is no account: it has an address, as the owner of its one order,
-- and no credentials. It is never confirmed, so everything that begins with accounts(db) does not know it. Each order has a guest of its
-- own: two people who type the same address never see each other's orders.
alter table users add column is_guest boolean not null default false;
alter table users add constraint users_guests
  check (not is_guest or (confirmed_at is null and email_verified_at is null and password_hash = '' and role = 'customer'));
create index users_guests on users (email_key text_pattern_ops) where is_guest;
-- An account has taken over the order. The row stays for a day, for emails that were announced meanwhile.
alter table users add column claimed_at timestamptz;

-- The link of a guest's order: whoever has it acts for the guest. The token is derived from the id, and only its digest is here. A new
-- link replaces the row, and ends the one before.
create table order_links (
  order_id bigint primary key references orders (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null constraint order_links_token_unique unique,
  guest_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null
);
create index order_links_guest on order_links (guest_id);

-- The open orders of all guests of an address in one network, as those of an account: a guest is new with each order. A stranger in
-- another network uses up none of them.
create function open_orders_of_guest(guest uuid, nearby text, most int, out orders bigint, out pieces bigint)
language sql volatile set search_path from current as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select o.id from users me
    join users g on g.email_key = me.email_key and g.is_guest
    join orders o on o.owner_id = g.id
    where me.id = guest and o.network is not distinct from nearby
      and o.status = 'placed' and (o.payment_status in ('open', 'pending') or o.total = 0)
    limit most
  ) as o join order_items on order_id = o.id
$$;

-- A code with a limit for each customer counts those of all guests of the customer's address.
create or replace function discount_uses_of(which text, customer uuid) returns bigint language sql volatile set search_path from current as $$
  select count(*) from discount_uses
  where code = which and (user_id = customer or user_id in (
    select g.id from users me join users g on g.email_key = me.email_key and g.is_guest where me.id = customer
  ))
$$;
