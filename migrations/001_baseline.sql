-- The schema of Semel: every table, index, function and trigger, with the reason for it. Read it by subject:
--
--   Accounts               users, their sessions, API keys, the audit log
--   Second factors         authenticators, text messages, tokens, passkeys, recovery codes
--   Sign-in                partial sessions, password resets
--   Budgets                what may be tried only so often
--   Catalogue              products, their pictures, the log of their changes, stock alerts
--   Orders                 carts, orders, their lines, steps and payments, the sales of each hour
--   Idempotency            the answers of requests that carried an Idempotency-Key
--   Events                 what happened, as the cause of emails
--   Notifications          the workers, the ledger of emails and their attempts
--   Announcements          what staff writes to many customers, and who wants none of it
--   Feed                   the public feed of events
--   Webhooks               events that are sent to other programs
--   Contact                what people wrote to the shop
--   Operating              the service key, the history of the database, the use of API versions
--   Development inbox      where emails and text messages go when no relay is configured
--
-- Rules that hold everywhere:
--
-- - Ids are UUIDv7, made by the application, or identities of 64 bits where people read the number: orders and products.
-- - A token, a key or a code that still works is stored as a hash, or encrypted with the service key. So nobody can sign
--   in with a stolen backup.
-- - A row about a person goes with the account (`on delete cascade`). A record outlives it, so `by_user` and similar
--   columns of records refer to no user.
-- - A list has an index in its order, which ends in the id. The cleanup finds what it deletes by an index too.
-- - Citus (docs/decisions/035) runs triggers on connections without the search path of the shop. So the function of a
--   trigger keeps the search path with which it was made (`set search_path from current`).


-- Accounts ------------------------------------------------------------------------------------------------------------

-- An account, or a registration that waits for its first code.
--
-- A registration becomes an account when the first code confirms it. Until then nothing but its own sign-in knows it,
-- several may wait for one address, and the cleanup deletes it after a day.
create table users (
  id uuid primary key,
  email text not null,
  -- Email addresses are compared without looking at case. The database decides what that means, in one place.
  email_key text not null generated always as (lower(email)) stored,
  email_verified_at timestamptz,
  -- Whether the address was verified in a session of the account. Only then are the reader of the mailbox and the owner
  -- of the account surely the same person. Until then the reader can take the address back.
  email_verified_in_session boolean not null default false,
  user_name text not null,
  phone text,
  role text not null default 'customer' check (role in ('customer', 'staff', 'admin')),
  password_hash text not null,
  created_at timestamptz not null,
  -- An admin has closed the account. Nobody signs in to it, and its owner gets no email, until it is opened again.
  disabled_at timestamptz,
  -- A password that was made up for somebody lasts a day. Null when its owner chose it.
  password_expires_at timestamptz,
  -- The time when the first code confirmed the registration. Null: not yet.
  confirmed_at timestamptz
);
-- The sign-in looks for accounts and for registrations.
create index users_email_key on users (email_key);
-- Of several registrations that wait for one address, the first to be confirmed becomes the account.
create unique index users_email_unique on users (email_key) where confirmed_at is not null;
create index users_unconfirmed on users (created_at) where confirmed_at is null;
-- The admins, who could disable each other, are locked together, so that one is always left
-- (src/accounts/users/administration.ts).
create index users_admins on users (id) where role = 'admin';
-- Shopkeepers look for a customer by the beginning of the address, the name or the last word of the name. An index that
-- includes the name itself saves reading the row, because PostgreSQL does not take the expression from the index.
create index users_email_prefix on users (email_key text_pattern_ops) include (id) where confirmed_at is not null;
create index users_name_prefix on users (lower(user_name) text_pattern_ops) include (id, user_name)
  where confirmed_at is not null;
create index users_last_name_prefix on users (lower(regexp_replace(user_name, '^.*\s', '')) text_pattern_ops)
  include (id, user_name) where confirmed_at is not null;

-- A session, which a second factor has opened. Deleting the row ends it, and every process sees that with the next
-- request. Each request may change a row, so vacuum comes early.
create table sessions (
  id uuid primary key,
  token_hash bytea not null constraint sessions_token_unique unique,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- The last time that a second factor was entered in this session.
  second_factor_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text,
  -- Wrong second factors in a row, where this session asked for one again. After ten the session ends.
  wrong_factors smallint not null default 0
) with (autovacuum_vacuum_scale_factor = 0.02);
create index sessions_user on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- A key with which another program acts for the shop, within its scopes. A revoked key stays, so that the console can
-- list it.
create table api_keys (
  id uuid primary key,
  key_hash bytea not null constraint api_keys_hash_unique unique,
  name text not null,
  scopes text[] not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- The networks from which the key works. None: from everywhere.
  networks text[] not null default '{}',
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);

-- The log says who did what to which account. It holds no secret and no email address, and it outlives the user.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  action text not null,
  user_id uuid,
  -- The user who acted, when it was another than the one that the action was about.
  actor_id uuid,
  ip text,
  user_agent text,
  detail jsonb not null default '{}'
);
create index audit_log_user on audit_log (user_id, at);
create index audit_log_at on audit_log (at);
create index audit_log_action on audit_log (action, id);


-- Second factors ------------------------------------------------------------------------------------------------------

-- A second factor of a user. It counts from `confirmed_at` on. Before that it is an enrolment under way.
create table second_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'sms', 'hardware', 'passkey')),
  name text not null,
  -- The seed of an authenticator, encrypted with the service key and bound to this row. Null for kinds without a seed.
  secret bytea,
  phone text,
  -- By how many steps the clock of a hardware token was off when it was last seen.
  drift int not null default 0,
  -- Wrong codes in a row. After 100 the factor is disabled.
  failures int not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  constraint second_factors_phone_check check ((kind = 'sms') = (phone is not null)),
  constraint second_factors_secret_check check ((kind in ('totp', 'hardware')) = (secret is not null))
);
create index second_factors_user on second_factors (user_id);

-- A one-time code that was accepted. The primary key is what accepts each code once: of any number of simultaneous
-- submissions one inserts the row. The key names the step that the code matched, so it does not matter when, how or
-- where a code comes back.
create table used_codes (
  user_id uuid not null references users (id) on delete cascade,
  step bigint not null,
  code text not null,
  used_at timestamptz not null,
  constraint used_codes_once primary key (user_id, step, code)
);
create index used_codes_used_at on used_codes (used_at);

-- A code that was sent by text message. It is random, lasts five minutes, and is good only where it was asked for,
-- where only the newest counts. The hash needs a key, because a plain hash of six digits would keep no secret.
create table sms_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  factor_id uuid not null references second_factors (id) on delete cascade,
  -- The sign-in, session or enrolment that asked.
  bound_to text not null,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_codes_user on sms_codes (user_id);
create index sms_codes_factor on sms_codes (factor_id);
create index sms_codes_expires_at on sms_codes (expires_at);

-- The OATH tokens that the operator has imported, with encrypted seeds. A token that belongs to somebody has a factor.
create table hardware_tokens (
  serial text primary key,
  secret bytea not null,
  imported_at timestamptz not null,
  factor_id uuid constraint hardware_tokens_factor_unique unique references second_factors (id) on delete set null
);
-- The serial number as people type it: without looking at case and separators.
create index hardware_tokens_serial_typed on hardware_tokens (lower(regexp_replace(serial, '[^A-Za-z0-9]', '', 'g')));

-- A passkey as a second factor: the public half of a key pair. Nothing can be opened with what is stored here.
create table passkeys (
  factor_id uuid primary key references second_factors (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_unique unique,
  public_key bytea not null,
  -- How often the authenticator says that it was used. One that counts backwards has been copied.
  counter bigint not null,
  transports text[] not null
);

-- A challenge, which a passkey is to sign. It is good once and only for what asked for it, where only the newest
-- counts.
create table passkey_challenges (
  bound_to text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Recovery codes, for the day when the phone is gone, as hashes with a key. A used code stays, so that its owner hears
-- that it was used and not that it is wrong.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- A code that the operator hands to somebody who has lost everything else expires. The codes of the owner do not.
  expires_at timestamptz,
  primary key (user_id, code_hash)
);
create index recovery_codes_expires_at on recovery_codes (expires_at) where expires_at is not null;


-- Sign-in -------------------------------------------------------------------------------------------------------------

-- A sign-in between password and second factor. Its token opens nothing outside /api/auth/mfa*. A consumed row stays
-- until it expires, so that whoever sends its code again hears what is the matter.
create table partial_sessions (
  id uuid primary key,
  token_hash bytea not null constraint partial_sessions_token_unique unique,
  user_id uuid not null references users (id) on delete cascade,
  tries_left int not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index partial_sessions_user on partial_sessions (user_id);
create index partial_sessions_expires_at on partial_sessions (expires_at);

-- A reset link that still works. The token is derived when the email is sent, and only its hash is stored.
--
-- `user_id` is no foreign key. PostgreSQL would check it only where there is an account, and the time of an answer
-- would tell whether there is one. The link of a deleted account opens nothing and expires like any other.
create table password_resets (
  id uuid primary key,
  token_hash bytea not null constraint password_resets_token_unique unique,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires_at on password_resets (expires_at);


-- Budgets -------------------------------------------------------------------------------------------------------------

-- A budget says how often something may be tried (src/http/rate-limits). It has one row for each subject, and the lock
-- of the row puts all processes in order. A subject that would name a person is a hash. Rows change often, so they
-- leave room on their page and vacuum comes early.
create table budgets (
  kind text not null,
  subject text not null,
  -- The times of the attempts that still count, oldest first.
  spent timestamptz[] not null,
  -- After this time the row says nothing anymore, and the cleanup deletes it.
  expires_at timestamptz not null,
  primary key (kind, subject)
) with (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 80);
create index budgets_expires_at on budgets (expires_at);

-- The attempts that still count, oldest first. plpgsql keeps the plan. The function is immutable, so that Citus accepts
-- it in `on conflict do update`, where it refuses a subquery.
create function recent(times timestamptz[], now timestamptz, seconds float8) returns timestamptz[]
language plpgsql immutable as $$
begin
  return array(
    select t from unnest(times) with ordinality as u (t, n) where now - t < make_interval(secs => seconds) order by t, n
  );
end $$;


-- Catalogue -----------------------------------------------------------------------------------------------------------

-- A product that the shop sells.
--
-- Text that sorts has the collation "C", which is the order of code points. It is the same on every machine and in
-- every version of the libraries, and a client in any language can check it.
--
-- A sale updates a row. Rows leave room on their page for that, and no B-tree holds `stock` or `updated_at`, so that a
-- sale changes no index (HOT).
create table products (
  id bigint primary key generated always as identity,
  sku text collate "C" not null check (sku <> ''),
  name text collate "C" not null,
  description text not null default '',
  category text collate "C" not null,
  status text collate "C" not null default 'active'
    check (status in ('active', 'out_of_stock', 'coming_soon', 'discontinued')),
  price int not null check (price >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  stock int not null default 0 constraint products_stock_not_negative check (stock >= 0),
  -- Milliseconds, as clients see them, so that what sorts is what is shown.
  created_at timestamptz(3) not null default now(),
  -- For programs that keep a copy of the catalogue.
  updated_at timestamptz(3) not null default now(),
  -- A removed product is in no list anymore and stays readable where it was ordered.
  removed_at timestamptz(3),
  -- The pictures in order, as the API shows them: {url, alt, width, height}. They are in the row, so that a list of
  -- products needs no other table.
  images jsonb not null default '[]',
  -- Words as they stand and by their stems, so that both "the Lamps" and "lamp" find a lamp.
  words tsvector not null generated always as (
    to_tsvector('simple', name || ' ' || description) || to_tsvector('english', name || ' ' || description)
  ) stored
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The sku of a removed product may be used again.
create unique index products_sku_unique on products (sku) where removed_at is null;

-- Every list ends in the id, which breaks ties in the direction of the list. One index serves both directions. It
-- includes what the filters ask for, so that skipping rows reads no row.
create index products_name on products (name, id) include (status) where removed_at is null;
create index products_price on products (price, id) include (status) where removed_at is null;
create index products_created_at on products (created_at, id) include (status) where removed_at is null;
create index products_category on products (category, id) include (status) where removed_at is null;
create index products_status on products (status, id) where removed_at is null;
create index products_category_name on products (category, name, id) include (status) where removed_at is null;
create index products_category_price on products (category, price, id) include (status) where removed_at is null;
create index products_category_created_at on products (category, created_at, id) include (status)
  where removed_at is null;
create index products_category_status on products (category, status, id) where removed_at is null;
create index products_status_category on products (status, category, id) where removed_at is null;
create index products_words on products using gin (words) where removed_at is null;

-- For the cleanup, which keeps the files of pictures that a product shows.
create index products_images on products using gin (images jsonb_path_ops) where images <> '[]';

-- For programs that ask for what changed since a time. The index knows the latest change of each page. Sales are all
-- over the table, so with larger blocks a request would read several pages for each of them. Vacuum summarizes pages,
-- and those that are not summarized yet are read too. A BRIN index lets a sale stay on its page (HOT) from PostgreSQL
-- 16 on. With 15 such a request reads all products.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    create index products_updated_at on products using brin (updated_at) with (pages_per_range = 1);
  end if;
end $$;

-- The status follows the stock, in every statement that changes it: the last piece that is sold makes an active product
-- out_of_stock, and new pieces bring it back. A status that is set in the same statement stays as it was set.
--
-- The trigger runs after the update and makes a second one. A trigger that ran before each row would make PostgreSQL
-- compute the generated columns of the row again, and every order would pay for the words of a whole description.
create function products_status_follows_stock() returns trigger language plpgsql set search_path from current as $$
begin
  update products set status = case when new.stock = 0 then 'out_of_stock' else 'active' end where id = new.id;
  return null;
end $$;

create trigger products_status_follows_stock after update of stock on products
  for each row when (
    new.status = old.status and (
      (new.stock = 0 and old.stock > 0 and new.status = 'active')
      or (new.stock > 0 and old.stock = 0 and new.status = 'out_of_stock')
    )
  ) execute function products_status_follows_stock();

-- The log of changes to products, so that whoever remembers an earlier state can bring it up to date instead of
-- counting again. The transaction of a change only adds rows here, so writers never wait for each other. A reader finds
-- what it has not seen yet by snapshot, not by a number (the essay in src/catalogue/paging/read-page.ts).
create table product_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- Null: one transaction changed too many products to name them, so nothing that was remembered counts anymore.
  product_id bigint,
  -- [category, status, name, price, created_at in ms]: where the product stood in the lists, and where it stands now.
  -- Null when it was or is in no list. Both are null when it stands where it stood and shows something else, such as
  -- its stock.
  was jsonb,
  now jsonb,
  at timestamptz not null default clock_timestamp()
);
create index product_changes_xid on product_changes (xid);
-- The changes on which totals and ranks depend. Sales are not among them, however many there are.
create index product_changes_moved on product_changes (xid)
  where product_id is null or was is not null or now is not null;
-- After an import many rows have one transaction, and ANALYZE concludes that every transaction has that many. Then a
-- request for changes would read the whole table. It asks for transactions that have just ended, which have few.
alter table product_changes alter column xid set (n_distinct = -1);
-- The table has no primary key. Logical replication, by which Citus moves a shop, finds a row by all its columns.
alter table product_changes replica identity full;

-- One row: changes before this transaction have been forgotten.
create table product_changes_forgotten (before xid8 not null);
insert into product_changes_forgotten values ('0');
alter table product_changes_forgotten replica identity full;

create function product_place(
  category text, status text, name text, price int, created_at timestamptz, removed_at timestamptz
) returns jsonb language sql immutable as $$
  select case when removed_at is null
    then jsonb_build_array(category, status, name, price, (extract(epoch from created_at) * 1000)::bigint)
  end
$$;

-- Counts the changes that this transaction has noted. The 5000th is a row without a product, which says "too many to
-- list", and later ones are not noted.
create function product_changes_room() returns boolean language plpgsql as $$
declare
  many constant int := 5000;
  noted int := coalesce(nullif(current_setting('semel.noted_changes', true), '')::int, 0) + 1;
begin
  if noted > many then
    return false;
  end if;
  perform set_config('semel.noted_changes', noted::text, true);
  if noted = many then
    insert into product_changes (product_id) values (null);
  end if;
  return noted < many;
end $$;

-- One trigger notes a product that moved in a list, another one that only shows something else, as after a sale. They
-- run for each row, because transition tables cost an order more than its own inserts, and Citus refuses them.
create function product_moved() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    if product_changes_room() then
      insert into product_changes (product_id, now)
      values (new.id, product_place(new.category, new.status, new.name, new.price, new.created_at, new.removed_at));
    end if;
  elsif tg_op = 'DELETE' then
    if product_changes_room() then
      insert into product_changes (product_id, was)
      values (old.id, product_place(old.category, old.status, old.name, old.price, old.created_at, old.removed_at));
    end if;
  elsif product_changes_room() then
    insert into product_changes (product_id, was, now)
    values (
      new.id,
      product_place(old.category, old.status, old.name, old.price, old.created_at, old.removed_at),
      product_place(new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
    );
  end if;
  return null;
end $$;

create function product_shows_something_else() returns trigger language plpgsql set search_path from current as $$
begin
  if product_changes_room() then
    insert into product_changes (product_id) values (new.id);
  end if;
  return null;
end $$;

create function products_truncated() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_changes (product_id) values (null);
  return null;
end $$;

create trigger product_changes_insert after insert on products
  for each row when (new.removed_at is null) execute function product_moved();
create trigger product_changes_delete after delete on products
  for each row when (old.removed_at is null) execute function product_moved();
create trigger product_changes_moved after update on products
  for each row when (
    (old.removed_at is null or new.removed_at is null)
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at)
      is distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
  ) execute function product_moved();
create trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at)
    and (old.sku, old.currency, old.stock, old.description, old.images)
      is distinct from (new.sku, new.currency, new.stock, new.description, new.images)
  ) execute function product_shows_something_else();
create trigger product_changes_truncate after truncate on products
  for each statement execute function products_truncated();

-- The words of all product names, so that a search can complete and correct what a visitor types. A catalogue of a
-- million products has some ten thousand words. Words stay when their last product is gone.
create table product_words (word text collate "C" primary key);

-- Without the extension, or without the right to install it, a search completes words and does not correct them.
do $$
begin
  create extension if not exists pg_trgm;
  create index product_words_trigrams on product_words using gin (word gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: the search of products does not correct typing mistakes';
end $$;

-- The files of pictures. The hash is that of the uploaded bytes, so the same picture is stored once and a file never
-- changes.
create table image_files (
  hash text not null,
  name text not null,
  content bytea not null,
  -- Since when no product shows the picture. The cleanup deletes it half a year later, because emails show it too.
  unused_since timestamptz,
  primary key (hash, name)
);
create index image_files_unused_since on image_files (unused_since) where unused_since is not null;

-- A person wants an email when a product can be ordered again. The primary key makes it one wish per person and
-- product. src/catalogue/stock-alerts/alerts.ts explains the races.
create table stock_alerts (
  product_id bigint not null,
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz(3) not null,
  -- The event whose email answers the wish. Null while the person waits.
  event_id uuid,
  told_at timestamptz,
  primary key (product_id, user_id)
);
create index stock_alerts_user on stock_alerts (user_id);
create index stock_alerts_told_at on stock_alerts (told_at) where event_id is not null;

-- Products that can be ordered again while somebody waits for them. A worker takes the rows and writes the emails.
create table restocked_products (
  product_id bigint primary key,
  at timestamptz not null default clock_timestamp()
);
create index restocked_products_at on restocked_products (at);

-- The trigger runs in the transaction of the change, whatever the change is: a command, an import or a cancelled order.
-- It updates an existing row, so that the row is locked until the commit and no worker finishes it too early.
create function product_is_back() returns trigger language plpgsql set search_path from current as $$
begin
  insert into restocked_products (product_id)
  select new.id where exists (select from stock_alerts where product_id = new.id and event_id is null)
  on conflict (product_id) do update set at = excluded.at;
  return null;
end $$;

create trigger product_is_back after update of status, stock, removed_at on products
  for each row when (
    new.status = 'active' and new.stock > 0 and new.removed_at is null
    and not (old.status = 'active' and old.stock > 0 and old.removed_at is null)
  ) execute function product_is_back();


-- Orders --------------------------------------------------------------------------------------------------------------

-- A cart belongs to a user, or to the browser that has its token in a cookie.
create table carts (
  id bigint generated always as identity primary key,
  user_id uuid unique references users (id) on delete cascade,
  token_hash bytea unique,
  lines jsonb not null default '[]',
  changed_at timestamptz not null,
  constraint carts_owner check (num_nonnulls(user_id, token_hash) = 1)
);
create index carts_changed_at on carts (changed_at);

-- An order. Its lines, its steps and its payments are in the tables below.
create table orders (
  id bigint primary key generated always as identity,
  owner_id uuid not null references users (id),
  status text not null default 'placed'
    check (status in ('placed', 'processing', 'shipped', 'delivered', 'cancelled')),
  note text,
  total bigint not null check (total >= 0),
  currency text not null,
  -- The newest row of order_tracking_numbers.
  tracking_number text,
  placed_at timestamptz not null,
  -- A copy of the address from when the order was placed, so that a later change of a profile changes no order. The API
  -- takes orders without an address too.
  delivery_address jsonb,
  payment_status text not null default 'open'
    check (payment_status in ('open', 'paid', 'refund_due', 'refunded')),
  -- The network from which the order was placed, as a hash with a key, while the order is open. Null for this machine
  -- and for API keys.
  network text
);
create index orders_owner on orders (owner_id, id);
create index orders_owner_total on orders (owner_id, total, id);
create index orders_status on orders (status, id);
create index orders_placed_at on orders (placed_at, id);
create index orders_total on orders (total, id);
-- Open orders: nobody has paid them or begun to prepare them. They keep stock from others, so an account may have only
-- some. Accounts are free, so a network may have only some too.
create index orders_open on orders (owner_id, id) where status = 'placed' and payment_status = 'open';
create index orders_open_from on orders (network, id)
  where status = 'placed' and payment_status = 'open' and network is not null;
-- For the cleanup, which cancels open orders after some time.
create index orders_expiring on orders (placed_at) where status = 'placed' and payment_status = 'open' and total > 0;
-- Invoices that are open, and refunds that are due. Nobody has to pay an order that costs nothing, so it is not unpaid.
create index orders_to_pay on orders (id) where payment_status = 'open' and status <> 'cancelled' and total > 0;
create index orders_refund_due on orders (id) where payment_status = 'refund_due';
-- The console subtracts cancelled orders from the sales of a period.
create index orders_cancelled on orders (placed_at) include (currency, total) where status = 'cancelled';

-- A line of an order, as the product was then: name and price are copies. `product_id` is no foreign key, because an
-- order stays whole when the catalogue forgets the product. The order took stock with each line, so the product
-- existed.
create table order_items (
  order_id bigint not null references orders (id),
  line smallint not null,
  product_id bigint not null,
  sku text not null,
  name text not null,
  unit_price bigint not null check (unit_price >= 0),
  quantity int not null check (quantity > 0),
  primary key (order_id, line)
);
create index order_items_product on order_items (product_id, order_id);

-- The life of an order. A status is entered at most once, so the key makes it impossible to take a step twice.
create table order_steps (
  order_id bigint not null references orders (id),
  status text not null,
  by_user uuid not null,
  at timestamptz not null,
  primary key (order_id, status)
);
-- For the orders that changed since a time, as in the two tables below.
create index order_steps_at on order_steps (at);

-- Money that came in and went out, and payments that were recorded by mistake and taken back. Each happens at most once
-- for an order, so the key makes a repetition impossible.
create table order_payments (
  order_id bigint not null references orders (id),
  status text not null check (status in ('paid', 'unpaid', 'refunded')),
  by_user uuid not null,
  at timestamptz not null,
  primary key (order_id, status)
);
create index order_payments_at on order_payments (at);

-- The tracking numbers of each order, of which the last counts.
create table order_tracking_numbers (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  tracking_number text not null,
  by_user uuid not null,
  at timestamptz not null
);
create index order_tracking_numbers_order on order_tracking_numbers (order_id);
create index order_tracking_numbers_at on order_tracking_numbers (at);

-- The open orders of an account, or of all accounts of a network, and their pieces. Of more than `most` orders it
-- counts `most`.
--
-- Placing an order asks after it has locked the row of the budget. A volatile function sees what others have committed
-- until then, which the rest of the statement does not see. So of simultaneous orders, the second one counts the first.
create function open_orders_of(account uuid, most int, out orders bigint, out pieces bigint)
language sql volatile set search_path from current as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders where owner_id = account and status = 'placed' and payment_status = 'open' limit most
  ) as o join order_items on order_id = o.id
$$;

create function open_orders_from(network text, most int, out orders bigint, out pieces bigint)
language sql volatile as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders o
    where o.network = open_orders_from.network and status = 'placed' and payment_status = 'open' limit most
  ) as o join order_items on order_id = o.id
$$;

-- The orders of each quarter of an hour, so that the console adds up quarters and not orders (src/console/shop/sales.ts).
-- Every day of every time zone consists of whole quarters. A quarter is written once, some minutes after its end, and one
-- without orders has a row with currency ''. `orders` and `total` include the cancelled ones.
create table sales_quarters (
  quarter timestamptz,
  currency text,
  orders int not null,
  total bigint not null,
  -- Those that were cancelled before `sales_cancelled.until`.
  cancelled int not null,
  cancelled_total bigint not null,
  primary key (quarter, currency)
);

-- One row: cancellations before this time are part of `sales_quarters`.
create table sales_cancelled (
  is_only boolean default true primary key check (is_only),
  until timestamptz not null
);
insert into sales_cancelled (until) values ('-infinity');


-- Idempotency ---------------------------------------------------------------------------------------------------------

-- The answers of requests that carried an Idempotency-Key. The transaction of the work writes its answer too.
create table idempotency_keys (
  -- The caller. Equal keys of different callers have nothing to do with each other.
  owner text not null,
  key text not null,
  -- A digest of the request. The same key with another request is a mistake of the client.
  request bytea not null,
  status smallint,
  location text,
  -- Encrypted, because an answer may hold personal data.
  answer bytea,
  created_at timestamptz not null,
  -- What the answer shows once, encrypted. It lies apart, so that it can be deleted when it was used, or after minutes.
  secrets bytea,
  -- The second factor whose confirmation uses the secrets up. Null when only time ends them.
  secrets_of uuid,
  primary key (owner, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
create index idempotency_keys_secrets_of on idempotency_keys (secrets_of) where secrets_of is not null;
create index idempotency_keys_secrets on idempotency_keys (created_at) where secrets is not null;


-- Events --------------------------------------------------------------------------------------------------------------

-- An event is the cause of emails. The transaction in which it happens writes the row. The payload holds ids, never an
-- address or a secret.
create table events (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null
);
-- Deliveries of a kind: the newest events of that kind, and by the unique key of deliveries those of each event.
create index events_type on events (type, id);
-- "Did the customer get the email about order N?"
create index events_order on events (((payload ->> 'orderId')::bigint)) where payload ? 'orderId';


-- Notifications -------------------------------------------------------------------------------------------------------

-- The processes that deliver. A row says "alive until". A session lock on the number says it more quickly. Each worker
-- changes its row all the time, so rows leave half of their page free.
create sequence worker_numbers as int;
create table workers (
  number int primary key,
  name text not null,
  started_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null,
  -- Since when this worker cannot reach the relay, and what it was told.
  relay_down_since timestamptz,
  relay_error text,
  -- Before these times the worker knows of no pending delivery, urgent or bulk, and has none in its hands.
  urgent_from timestamptz,
  bulk_from timestamptz,
  claimed_from timestamptz
) with (fillfactor = 50);

-- The ledger says who is to hear of an event. There is one row per event and recipient. The recipient is a user, whose
-- address is looked up when the email is sent. src/notifications/ledger.ts tells how a row lives.
--
-- Every sent email leaves dead versions of its row behind. The defaults of autovacuum would let a fifth of a long
-- ledger pile up first.
create table deliveries (
  id uuid primary key,
  event_id uuid not null references events (id),
  -- The type of the event, so that deliveries of one kind are found among all that wait or have failed.
  kind text not null,
  recipient text not null,
  -- The user; null when the recipient is the support desk. It is no foreign key, because the row outlives the user.
  user_id uuid,
  state text not null default 'pending'
    check (state in ('pending', 'claimed', 'finishing', 'sent', 'failed', 'skipped', 'in_doubt')),
  -- Of an announcement. It leaves the queue after all others, because a password reset must not wait for a newsletter
  -- (src/notifications/claim.ts).
  bulk boolean not null default false,
  created_at timestamptz not null default now(),
  -- The time of the next attempt, while pending.
  due_at timestamptz not null default now(),
  -- Counts the claims. Together with the id it names an attempt, and only the newest attempt may change the row.
  attempts int not null default 0,
  -- The attempt that is running, or that ran last.
  worker int,
  claimed_at timestamptz,
  -- Known from the finishing mark on: what was given to which relay, and when the final dot was released. Only the
  -- relay that got an email knows whether it accepted it.
  address text,
  message_id text,
  relay text,
  marked_at timestamptz,
  -- How it ended: when, and in whose words.
  ended_at timestamptz,
  reply text,
  -- Since when the present series of attempts runs, if the delivery was sent again. Otherwise it runs since created_at.
  retrying_since timestamptz,
  -- A delivery in doubt whose worker was lost: until then the worker may still be connected to the relay, and its reply
  -- may still come. Until then nobody sends it again.
  reply_awaited_until timestamptz,
  constraint deliveries_once unique (event_id, recipient)
) with (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
create index deliveries_next on deliveries (bulk, due_at, id) where state = 'pending';
create index deliveries_in_flight on deliveries (coalesce(worker, 0), claimed_at)
  where state in ('claimed', 'finishing');
create index deliveries_in_doubt on deliveries (id) where state = 'in_doubt';
create index deliveries_user on deliveries (user_id, id);
create index deliveries_open_of_kind on deliveries (kind, state, id) where state in ('pending', 'failed', 'skipped');
-- Sent deliveries too: beside a long queue the newest of them are far from the newest rows.
create index deliveries_ended on deliveries (state, id) where state in ('sent', 'failed', 'skipped');
create index deliveries_failed_of_event on deliveries (event_id, state, recipient) where state in ('failed', 'skipped');

-- Every attempt that ended.
create table delivery_attempts (
  delivery_id uuid not null references deliveries (id),
  number int not null,
  worker int,
  started_at timestamptz,
  address text,
  marked_at timestamptz,
  ended_at timestamptz not null default clock_timestamp(),
  outcome text not null check (outcome in (
    'sent', 'refused', 'temporary', 'unsent', 'readdressed', 'skipped', 'worker_lost', 'in_doubt', 'arrived',
    'not_arrived'
  )),
  reply text,
  primary key (delivery_id, number)
);

-- Deleted accounts, until the last email to them has been sent. Afterwards nothing names the person anymore.
create table former_users (
  id uuid primary key,
  event_id uuid not null references events (id),
  email text not null,
  user_name text not null,
  is_verified boolean not null,
  deleted_at timestamptz not null
);
create index former_users_deleted_at on former_users (deleted_at);


-- Announcements -------------------------------------------------------------------------------------------------------

-- Staff writes to many customers at once. The deliveries of an announcement are written in batches afterwards
-- (src/notifications/announcements/fan-out.ts).
create table announcements (
  id uuid primary key,
  event_id uuid not null references events (id),
  subject text not null,
  message text not null,
  -- Only customers who placed an order in this period. Both null: all customers.
  ordered_from timestamptz,
  ordered_before timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- The fan-out has come as far as this user, and it was through at this time.
  fanned_out_to uuid,
  fanned_out_at timestamptz,
  -- The deliveries that the fan-out has written so far, so that nobody has to count them.
  recipients bigint not null default 0
);
create index announcements_open on announcements (id) where fanned_out_at is null;

-- Staff reads and tries an announcement before it is published. A draft becomes one announcement at most.
create table announcement_drafts (
  id uuid primary key,
  subject text not null,
  message text not null,
  ordered_from timestamptz,
  ordered_before timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  announcement_id uuid references announcements (id)
);
create index announcement_drafts_open on announcement_drafts (id) where announcement_id is null;

-- These users want no announcements anymore.
create table unsubscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  at timestamptz not null
);


-- Feed ----------------------------------------------------------------------------------------------------------------

-- The public feed of events (src/feed/stamp.ts has the essay). A transaction that causes an event adds a row to the
-- outbox. After its commit a stamper moves the row into the feed and gives it the next position. Rows leave the outbox
-- at once, so autovacuum goes by their number and not by the size of the table.
create table event_outbox (
  number bigint primary key generated always as identity,
  -- UUIDv7 (RFC 9562 §5.7): the time in milliseconds, then random bits. PostgreSQL has a function for it only since 18.
  id uuid not null default encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid,
  type text not null,
  -- Ids and states, never an address or a secret. So nothing here has to be erased with a user.
  data jsonb not null,
  at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The feed as readers see it. A position never changes, and the cleanup deletes from the beginning.
create table event_feed (
  -- From 1 on, without a gap.
  position bigint primary key,
  id uuid not null,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  stamped_at timestamptz not null default clock_timestamp()
);

-- One row. Its lock lets only one stamper work at a time.
create table event_head (
  -- The position of the newest event. 0: none yet.
  position bigint not null,
  -- The position of the oldest event that is kept. The cleanup deletes older ones.
  oldest bigint not null
);
insert into event_head values (0, 1);
alter table event_head replica identity full;

-- The histories of the feed. A database that was set back gives the positions of lost events again. A cursor names its
-- history, so a reader of a lost event is told (src/feed/read.ts).
create table event_histories (
  number int generated always as identity primary key,
  name text not null unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  -- Events up to here are the same as in the history before.
  begins_after bigint not null
);
insert into event_histories (begins_after) values (0);


-- Webhooks ------------------------------------------------------------------------------------------------------------

-- An address to which events of the feed are sent (docs/guides/webhooks.md).
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text not null,
  -- The types of events. None: all.
  types text[] not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- How far the feed has been looked through for this endpoint.
  position bigint not null,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('operator', 'gone', 'failing')),
  -- The circuit breaker: failures in a row, since when, and until when nothing is sent.
  failures int not null default 0,
  failing_since timestamptz,
  -- The last failure that counted. Requests that were in flight then say nothing new. Only one that was sent later
  -- counts again.
  failed_at timestamptz,
  paused_until timestamptz
);

-- The keys of signatures, encrypted with the service key. After a rotation the earlier secret also signs until it
-- expires.
create table webhook_secrets (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);

-- One row for each event that an endpoint gets. The state `sending` has a lease, which ends at `due_at`.
create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  position bigint not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'failed')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- Counts the claims. Only the newest attempt may change the row.
  attempts int not null default 0,
  -- How far the schedule of retries has come.
  step int not null default 0,
  ended_at timestamptz,
  primary key (endpoint_id, position)
);
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, due_at, position)
  where state in ('pending', 'sending');
-- Few requests fail, and the newest of them may be far from the newest of all.
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, position) where state = 'failed';

-- Each request that was sent for a delivery, with the answer, so that the operator of the other program finds the
-- mistake.
create table webhook_attempts (
  endpoint_id uuid not null,
  position bigint not null,
  number int not null,
  started_at timestamptz not null,
  milliseconds int not null,
  -- Of the response. Null: there was none, and `reason` says why.
  status int,
  reason text,
  -- The beginning of the response.
  response text,
  primary key (endpoint_id, position, number),
  foreign key (endpoint_id, position) references webhook_deliveries (endpoint_id, position) on delete cascade
);


-- Contact -------------------------------------------------------------------------------------------------------------

-- A message that somebody wrote on /contact. The address says where to answer, and need not be that of an account.
create table contact_messages (
  id uuid primary key,
  email text not null,
  name text,
  message text not null check (char_length(message) <= 5000),
  -- The user who was signed in when the message was sent.
  user_id uuid references users (id) on delete set null,
  received_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references users (id) on delete set null
);
create index contact_messages_received_at on contact_messages (received_at desc, id desc);
create index contact_messages_open on contact_messages (received_at desc, id desc) where answered_at is null;
create index contact_messages_answered on contact_messages (received_at desc, id desc) where answered_at is not null;
create index contact_messages_email on contact_messages (lower(email));
create index contact_messages_user on contact_messages (user_id) where user_id is not null;


-- Operating -----------------------------------------------------------------------------------------------------------

-- The key that encrypts seeds and signs the links in emails, itself encrypted with SECRET_KEY. So SECRET_KEY can be
-- changed while everything that hangs on the service key stays as it is.
create table service_key (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null,
  -- The last time that it was encrypted, with another SECRET_KEY.
  sealed_at timestamptz not null default now()
);

-- Which history of the database this is. A restored backup, and a standby that took over, begin another one. A process
-- that connects compares, so that a database that has lost its last commits is noticed (src/database/history.ts).
create table database_history (
  is_only boolean primary key default true check (is_only),
  system_identifier text not null,
  timeline text not null,
  -- The database and the table in which the row was written. A restored dump brings the row to another table, and a
  -- copied database to another database, so that both are noticed even in the same PostgreSQL.
  place text not null,
  -- The time when a process noticed that the database had changed. Null: never.
  changed_at timestamptz,
  -- Until then workers repeat their last endings, and no delivery is claimed. Null: settled.
  settles_at timestamptz,
  -- Workers of the history before whose last endings are not known yet.
  unreported_workers integer[] not null default '{}',
  -- A worker has lived through the change. After a restored backup all workers are new.
  has_survivor boolean not null default false
);

-- Another history of the database is another history of the feed. src/database/history.ts notices the change before any
-- other statement runs on the new primary. The number is not taken from the sequence, which has a range of its own on
-- each machine of Citus. The update of `database_history` has locked its row, so no two take the same number.
create function begin_event_history() returns trigger language plpgsql set search_path from current as $$
begin
  insert into event_histories (number, begins_after) overriding system value
  select (select coalesce(max(number), 0) + 1 from event_histories), position from event_head;
  return null;
end
$$;

create trigger database_history_changed after update of system_identifier, timeline on database_history
  for each row execute function begin_event_history();

-- The clients that still speak each version of the API: one row for each day, version and client, added up in batches.
create table version_usage (
  day date not null,
  version text not null,
  -- `key:<id>` of an API key, or the first product of the User-Agent.
  client text not null,
  requests bigint not null check (requests > 0),
  primary key (day, version, client)
);

-- `/readyz` and the metrics insert a row here and take it back: only a write proves that writes work.
create table write_probe (at timestamptz not null default now());


-- Development inbox ---------------------------------------------------------------------------------------------------

-- Emails and text messages go here when no relay is configured. It never runs in production.

-- The port of a running inbox. A worker in another process finds it here.
create table dev_inboxes (
  port int primary key,
  started_at timestamptz not null default clock_timestamp()
);

-- The emails that the inbox accepted.
create table dev_mail (
  id uuid primary key,
  -- As given in RCPT TO. An email to two recipients is two rows.
  recipient text not null,
  sender text not null,
  subject text not null,
  text text not null,
  html text not null,
  message_id text not null,
  source bytea not null,
  received_at timestamptz not null default clock_timestamp()
);
create index dev_mail_recipient on dev_mail (lower(recipient), id);
create index dev_mail_message_id on dev_mail (message_id);

-- The outcome of an attempt to deliver. The first word stands: the inbox accepted it, or the worker gave it up.
create table dev_mail_attempts (
  attempt text primary key,
  outcome text not null check (outcome in ('accepted', 'given_up'))
);

-- The text messages that were sent.
create table dev_sms (
  id uuid primary key,
  recipient text not null,
  text text not null,
  received_at timestamptz not null default clock_timestamp()
);
create index dev_sms_recipient on dev_sms (recipient, id);
