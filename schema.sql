-- Derived from migrations/ by `npm run schema`. Do not edit.

SET check_function_bodies = off;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE SEQUENCE worker_numbers AS integer INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1;

CREATE OR REPLACE FUNCTION begin_event_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  insert into event_histories (number, begins_after) overriding system value
  select (select coalesce(max(number), 0) + 1 from event_histories), position from event_head;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION open_orders_from(network text, most integer, OUT orders bigint, OUT pieces bigint)
 RETURNS record
 LANGUAGE sql
AS $function$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders o
    where o.network = open_orders_from.network and status = 'placed' and payment_status = 'open' limit most
  ) as o join order_items on order_id = o.id
$function$;

CREATE OR REPLACE FUNCTION open_orders_of(account uuid, most integer, OUT orders bigint, OUT pieces bigint)
 RETURNS record
 LANGUAGE sql
 SET search_path TO '$user', 'public'
AS $function$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders where owner_id = account and status = 'placed' and payment_status = 'open' limit most
  ) as o join order_items on order_id = o.id
$function$;

CREATE OR REPLACE FUNCTION product_changes_room()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION product_is_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  insert into restocked_products (product_id)
  select new.id where exists (select from stock_alerts where product_id = new.id and event_id is null)
  on conflict (product_id) do update set at = excluded.at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION product_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION product_place(category text, status text, name text, price integer, created_at timestamp with time zone, removed_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when removed_at is null
    then jsonb_build_array(category, status, name, price, (extract(epoch from created_at) * 1000)::bigint)
  end
$function$;

CREATE OR REPLACE FUNCTION product_shows_something_else()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  if product_changes_room() then
    insert into product_changes (product_id) values (new.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION products_status_follows_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  update products set status = case when new.stock = 0 then 'out_of_stock' else 'active' end where id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION products_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  insert into product_changes (product_id) values (null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION recent(times timestamp with time zone[], now timestamp with time zone, seconds double precision)
 RETURNS timestamp with time zone[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return array(
    select t from unnest(times) with ordinality as u (t, n) where now - t < make_interval(secs => seconds) order by t, n
  );
end $function$;

CREATE TABLE users (
  id uuid,
  email text NOT NULL,
  email_key text GENERATED ALWAYS AS (lower(email)) STORED NOT NULL,
  email_verified_at timestamp with time zone,
  user_name text NOT NULL,
  phone text,
  role text DEFAULT 'customer'::text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  password_expires_at timestamp with time zone,
  confirmed_at timestamp with time zone DEFAULT clock_timestamp(),
  email_verified_in_session boolean DEFAULT false NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['customer'::text, 'staff'::text, 'admin'::text]))
);
CREATE INDEX users_admins ON users USING btree (id) WHERE role = 'admin'::text;
CREATE INDEX users_email_key ON users USING btree (email_key);
CREATE INDEX users_email_prefix ON users USING btree (email_key text_pattern_ops) INCLUDE (id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX users_email_unique ON users USING btree (email_key) WHERE confirmed_at IS NOT NULL;
CREATE INDEX users_last_name_prefix ON users USING btree (lower(regexp_replace(user_name, '^.*\s'::text, ''::text)) text_pattern_ops) INCLUDE (id, user_name) WHERE confirmed_at IS NOT NULL;
CREATE INDEX users_name_prefix ON users USING btree (lower(user_name) text_pattern_ops) INCLUDE (id, user_name) WHERE confirmed_at IS NOT NULL;
CREATE INDEX users_unconfirmed ON users USING btree (created_at) WHERE confirmed_at IS NULL;

CREATE TABLE events (
  id uuid,
  type text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_order ON events USING btree (((payload ->> 'orderId'::text)::bigint)) WHERE payload ? 'orderId'::text;
CREATE INDEX events_type ON events USING btree (type, id);

CREATE TABLE announcements (
  id uuid,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  ordered_from timestamp with time zone,
  ordered_before timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  fanned_out_to uuid,
  fanned_out_at timestamp with time zone,
  recipients bigint DEFAULT 0 NOT NULL,
  CONSTRAINT announcements_pkey PRIMARY KEY (id),
  CONSTRAINT announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT announcements_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);
CREATE INDEX announcements_open ON announcements USING btree (id) WHERE fanned_out_at IS NULL;

CREATE TABLE announcement_drafts (
  id uuid,
  subject text NOT NULL,
  message text NOT NULL,
  ordered_from timestamp with time zone,
  ordered_before timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  announcement_id uuid,
  CONSTRAINT announcement_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT announcement_drafts_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id),
  CONSTRAINT announcement_drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX announcement_drafts_open ON announcement_drafts USING btree (id) WHERE announcement_id IS NULL;

CREATE TABLE api_keys (
  id uuid,
  key_hash bytea NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  networks text[] DEFAULT '{}'::text[] NOT NULL,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_unique UNIQUE (key_hash),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE TABLE audit_log (
  id uuid,
  at timestamp with time zone NOT NULL,
  action text NOT NULL,
  user_id uuid,
  actor_id uuid,
  ip text,
  user_agent text,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON audit_log USING btree (action, id);
CREATE INDEX audit_log_at ON audit_log USING btree (at);
CREATE INDEX audit_log_user ON audit_log USING btree (user_id, at);

CREATE TABLE budgets (
  kind text,
  subject text,
  spent timestamp with time zone[] NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT budgets_pkey PRIMARY KEY (kind, subject)
) WITH (autovacuum_vacuum_scale_factor=0.02, fillfactor=80);
CREATE INDEX budgets_expires_at ON budgets USING btree (expires_at);

CREATE TABLE carts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id uuid,
  token_hash bytea,
  lines jsonb DEFAULT '[]'::jsonb NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT carts_pkey PRIMARY KEY (id),
  CONSTRAINT carts_token_hash_key UNIQUE (token_hash),
  CONSTRAINT carts_user_id_key UNIQUE (user_id),
  CONSTRAINT carts_owner CHECK (num_nonnulls(user_id, token_hash) = 1),
  CONSTRAINT carts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX carts_changed_at ON carts USING btree (changed_at);

CREATE TABLE contact_messages (
  id uuid,
  email text NOT NULL,
  name text,
  message text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  answered_by uuid,
  user_id uuid,
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_message_check CHECK (char_length(message) <= 5000),
  CONSTRAINT contact_messages_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX contact_messages_answered ON contact_messages USING btree (received_at DESC, id DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX contact_messages_email ON contact_messages USING btree (lower(email));
CREATE INDEX contact_messages_open ON contact_messages USING btree (received_at DESC, id DESC) WHERE answered_at IS NULL;
CREATE INDEX contact_messages_received_at ON contact_messages USING btree (received_at DESC, id DESC);
CREATE INDEX contact_messages_user ON contact_messages USING btree (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE database_history (
  is_only boolean DEFAULT true,
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  changed_at timestamp with time zone,
  settles_at timestamp with time zone,
  awaited_workers integer[] DEFAULT '{}'::integer[] NOT NULL,
  has_witness boolean DEFAULT false NOT NULL,
  place text,
  CONSTRAINT database_history_pkey PRIMARY KEY (is_only),
  CONSTRAINT database_history_is_only_check CHECK (is_only)
);

CREATE TABLE deliveries (
  id uuid,
  event_id uuid NOT NULL,
  recipient text NOT NULL,
  user_id uuid,
  state text DEFAULT 'pending'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  worker integer,
  claimed_at timestamp with time zone,
  address text,
  message_id text,
  marked_at timestamp with time zone,
  ended_at timestamp with time zone,
  reply text,
  retrying_since timestamp with time zone,
  reply_awaited_until timestamp with time zone,
  bulk boolean DEFAULT false NOT NULL,
  kind text,
  relay text,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_once UNIQUE (event_id, recipient),
  CONSTRAINT deliveries_state_check CHECK (state = ANY (ARRAY['pending'::text, 'claimed'::text, 'finishing'::text, 'sent'::text, 'failed'::text, 'skipped'::text, 'in_doubt'::text])),
  CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX deliveries_ended ON deliveries USING btree (state, id) WHERE state = ANY (ARRAY['sent'::text, 'failed'::text, 'skipped'::text]);
CREATE INDEX deliveries_failed_of_event ON deliveries USING btree (event_id, state, recipient) WHERE state = ANY (ARRAY['failed'::text, 'skipped'::text]);
CREATE INDEX deliveries_in_doubt ON deliveries USING btree (id) WHERE state = 'in_doubt'::text;
CREATE INDEX deliveries_in_flight ON deliveries USING btree (COALESCE(worker, 0), claimed_at) WHERE state = ANY (ARRAY['claimed'::text, 'finishing'::text]);
CREATE INDEX deliveries_next ON deliveries USING btree (bulk, due_at, id) WHERE state = 'pending'::text;
CREATE INDEX deliveries_open_of_kind ON deliveries USING btree (kind, state, id) WHERE state = ANY (ARRAY['pending'::text, 'failed'::text, 'skipped'::text]);
CREATE INDEX deliveries_user ON deliveries USING btree (user_id, id);

CREATE TABLE delivery_attempts (
  delivery_id uuid,
  number integer,
  worker integer,
  started_at timestamp with time zone,
  address text,
  marked_at timestamp with time zone,
  ended_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  outcome text NOT NULL,
  reply text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (delivery_id, number),
  CONSTRAINT delivery_attempts_outcome_check CHECK (outcome = ANY (ARRAY['sent'::text, 'refused'::text, 'temporary'::text, 'unsent'::text, 'readdressed'::text, 'skipped'::text, 'worker_lost'::text, 'in_doubt'::text, 'arrived'::text, 'not_arrived'::text])),
  CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id)
);

CREATE TABLE dev_inboxes (
  port integer,
  started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT dev_inboxes_pkey PRIMARY KEY (port)
);

CREATE TABLE dev_mail (
  id uuid,
  recipient text NOT NULL,
  sender text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  message_id text NOT NULL,
  source bytea NOT NULL,
  received_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT dev_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX dev_mail_message_id ON dev_mail USING btree (message_id);
CREATE INDEX dev_mail_recipient ON dev_mail USING btree (lower(recipient), id);

CREATE TABLE dev_mail_attempts (
  attempt text,
  outcome text NOT NULL,
  CONSTRAINT dev_mail_attempts_pkey PRIMARY KEY (attempt),
  CONSTRAINT dev_mail_attempts_outcome_check CHECK (outcome = ANY (ARRAY['accepted'::text, 'given_up'::text]))
);

CREATE TABLE dev_sms (
  id uuid,
  recipient text NOT NULL,
  text text NOT NULL,
  received_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT dev_sms_pkey PRIMARY KEY (id)
);
CREATE INDEX dev_sms_recipient ON dev_sms USING btree (recipient, id);

CREATE TABLE event_feed (
  "position" bigint,
  id uuid NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  stamped_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT event_feed_pkey PRIMARY KEY ("position")
);

CREATE TABLE event_head (
  "position" bigint NOT NULL,
  oldest bigint NOT NULL
);

CREATE TABLE event_histories (
  number integer GENERATED ALWAYS AS IDENTITY,
  name text DEFAULT substr(replace(gen_random_uuid()::text, '-'::text, ''::text), 1, 12) NOT NULL,
  begins_after bigint NOT NULL,
  CONSTRAINT event_histories_pkey PRIMARY KEY (number),
  CONSTRAINT event_histories_name_key UNIQUE (name)
);

CREATE TABLE event_outbox (
  number bigint GENERATED ALWAYS AS IDENTITY,
  id uuid DEFAULT encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((EXTRACT(epoch FROM clock_timestamp()) * 1000::numeric)::bigint) FROM 3) FROM 1 FOR 6), 52::bigint, 1), 53::bigint, 1), 'hex'::text)::uuid NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT event_outbox_pkey PRIMARY KEY (number)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

CREATE TABLE former_users (
  id uuid,
  event_id uuid NOT NULL,
  email text NOT NULL,
  user_name text NOT NULL,
  is_verified boolean NOT NULL,
  deleted_at timestamp with time zone NOT NULL,
  CONSTRAINT former_users_pkey PRIMARY KEY (id),
  CONSTRAINT former_users_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);
CREATE INDEX former_users_deleted_at ON former_users USING btree (deleted_at);

CREATE TABLE second_factors (
  id uuid,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  secret bytea,
  phone text,
  drift integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT second_factors_pkey PRIMARY KEY (id),
  CONSTRAINT second_factors_kind_check CHECK (kind = ANY (ARRAY['totp'::text, 'sms'::text, 'hardware'::text, 'passkey'::text])),
  CONSTRAINT second_factors_phone_check CHECK ((kind = 'sms'::text) = (phone IS NOT NULL)),
  CONSTRAINT second_factors_secret_check CHECK ((kind = ANY (ARRAY['totp'::text, 'hardware'::text])) = (secret IS NOT NULL)),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX second_factors_user ON second_factors USING btree (user_id);

CREATE TABLE hardware_tokens (
  serial text,
  secret bytea NOT NULL,
  imported_at timestamp with time zone NOT NULL,
  factor_id uuid,
  CONSTRAINT hardware_tokens_pkey PRIMARY KEY (serial),
  CONSTRAINT hardware_tokens_factor_unique UNIQUE (factor_id),
  CONSTRAINT hardware_tokens_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES second_factors(id) ON DELETE SET NULL
);
CREATE INDEX hardware_tokens_serial_typed ON hardware_tokens USING btree (lower(regexp_replace(serial, '[^A-Za-z0-9]'::text, ''::text, 'g'::text)));

CREATE TABLE idempotency_keys (
  owner text,
  key text,
  request bytea NOT NULL,
  status smallint,
  location text,
  answer bytea,
  created_at timestamp with time zone NOT NULL,
  secrets bytea,
  secrets_of uuid,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_secrets ON idempotency_keys USING btree (created_at) WHERE secrets IS NOT NULL;
CREATE INDEX idempotency_keys_secrets_of ON idempotency_keys USING btree (secrets_of) WHERE secrets_of IS NOT NULL;

CREATE TABLE image_files (
  hash text,
  name text,
  content bytea NOT NULL,
  unused_since timestamp with time zone,
  CONSTRAINT image_files_pkey PRIMARY KEY (hash, name)
);
CREATE INDEX image_files_unused_since ON image_files USING btree (unused_since) WHERE unused_since IS NOT NULL;

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY,
  owner_id uuid NOT NULL,
  status text DEFAULT 'placed'::text NOT NULL,
  note text,
  total bigint NOT NULL,
  currency text NOT NULL,
  tracking_number text,
  placed_at timestamp with time zone NOT NULL,
  delivery_address jsonb,
  payment_status text DEFAULT 'open'::text NOT NULL,
  network text,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_payment_status_check CHECK (payment_status = ANY (ARRAY['open'::text, 'paid'::text, 'refund_due'::text, 'refunded'::text])),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['placed'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text])),
  CONSTRAINT orders_total_check CHECK (total >= 0),
  CONSTRAINT orders_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX orders_cancelled ON orders USING btree (placed_at) INCLUDE (currency, total) WHERE status = 'cancelled'::text;
CREATE INDEX orders_expiring ON orders USING btree (placed_at) WHERE status = 'placed'::text AND payment_status = 'open'::text AND total > 0;
CREATE INDEX orders_open ON orders USING btree (owner_id, id) WHERE status = 'placed'::text AND payment_status = 'open'::text;
CREATE INDEX orders_open_from ON orders USING btree (network, id) WHERE status = 'placed'::text AND payment_status = 'open'::text AND network IS NOT NULL;
CREATE INDEX orders_owner ON orders USING btree (owner_id, id);
CREATE INDEX orders_owner_total ON orders USING btree (owner_id, total, id);
CREATE INDEX orders_placed_at ON orders USING btree (placed_at, id);
CREATE INDEX orders_refund_due ON orders USING btree (id) WHERE payment_status = 'refund_due'::text;
CREATE INDEX orders_status ON orders USING btree (status, id);
CREATE INDEX orders_to_pay ON orders USING btree (id) WHERE payment_status = 'open'::text AND status <> 'cancelled'::text AND total > 0;
CREATE INDEX orders_total ON orders USING btree (total, id);

CREATE TABLE order_items (
  order_id bigint,
  line smallint,
  product_id bigint NOT NULL,
  sku text NOT NULL,
  name text NOT NULL,
  unit_price bigint NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT order_items_pkey PRIMARY KEY (order_id, line),
  CONSTRAINT order_items_quantity_check CHECK (quantity > 0),
  CONSTRAINT order_items_unit_price_check CHECK (unit_price >= 0),
  CONSTRAINT order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_items_product ON order_items USING btree (product_id, order_id);

CREATE TABLE order_payments (
  order_id bigint,
  status text,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT order_payments_pkey PRIMARY KEY (order_id, status),
  CONSTRAINT order_payments_status_check CHECK (status = ANY (ARRAY['paid'::text, 'unpaid'::text, 'refunded'::text])),
  CONSTRAINT order_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_payments_at ON order_payments USING btree (at);

CREATE TABLE order_steps (
  order_id bigint,
  status text,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT order_steps_pkey PRIMARY KEY (order_id, status),
  CONSTRAINT order_steps_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_steps_at ON order_steps USING btree (at);

CREATE TABLE order_tracking_numbers (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  tracking_number text NOT NULL,
  by_user uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT order_tracking_numbers_pkey PRIMARY KEY (id),
  CONSTRAINT order_tracking_numbers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_tracking_numbers_at ON order_tracking_numbers USING btree (at);
CREATE INDEX order_tracking_numbers_order ON order_tracking_numbers USING btree (order_id);

CREATE TABLE partial_sessions (
  id uuid,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  tries_left integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  CONSTRAINT partial_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT partial_sessions_token_unique UNIQUE (token_hash),
  CONSTRAINT partial_sessions_tries_left_check CHECK (tries_left >= 0),
  CONSTRAINT partial_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX partial_sessions_expires_at ON partial_sessions USING btree (expires_at);
CREATE INDEX partial_sessions_user ON partial_sessions USING btree (user_id);

CREATE TABLE passkey_challenges (
  bound_to text,
  challenge text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (bound_to)
);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges USING btree (expires_at);

CREATE TABLE passkeys (
  factor_id uuid,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (factor_id),
  CONSTRAINT passkeys_credential_unique UNIQUE (credential_id),
  CONSTRAINT passkeys_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES second_factors(id) ON DELETE CASCADE
);

CREATE TABLE password_resets (
  id uuid,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_token_unique UNIQUE (token_hash)
);
CREATE INDEX password_resets_expires_at ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_user ON password_resets USING btree (user_id);

CREATE TABLE product_changes (
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  product_id bigint,
  was jsonb,
  now jsonb,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE INDEX product_changes_moved ON product_changes USING btree (xid) WHERE product_id IS NULL OR was IS NOT NULL OR now IS NOT NULL;
CREATE INDEX product_changes_xid ON product_changes USING btree (xid);

CREATE TABLE product_changes_forgotten (
  before xid8 NOT NULL
);

CREATE TABLE product_words (
  word text COLLATE "C",
  CONSTRAINT product_words_pkey PRIMARY KEY (word)
);
CREATE INDEX product_words_trigrams ON product_words USING gin (word gin_trgm_ops);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY,
  sku text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  category text COLLATE "C" NOT NULL,
  status text COLLATE "C" DEFAULT 'active'::text NOT NULL,
  price integer NOT NULL,
  currency text DEFAULT 'EUR'::text NOT NULL,
  stock integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  removed_at timestamp(3) with time zone,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, (name || ' '::text) || description) || to_tsvector('english'::regconfig, (name || ' '::text) || description)) STORED NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  images jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT products_price_check CHECK (price >= 0),
  CONSTRAINT products_sku_check CHECK (sku <> ''::text),
  CONSTRAINT products_status_check CHECK (status = ANY (ARRAY['active'::text, 'out_of_stock'::text, 'coming_soon'::text, 'discontinued'::text])),
  CONSTRAINT products_stock_not_negative CHECK (stock >= 0)
) WITH (fillfactor=90, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX products_category ON products USING btree (category, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE INDEX products_category_created_at ON products USING btree (category, created_at, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE INDEX products_category_name ON products USING btree (category, name, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE INDEX products_category_price ON products USING btree (category, price, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE INDEX products_category_status ON products USING btree (category, status, id) WHERE removed_at IS NULL;
CREATE INDEX products_created_at ON products USING btree (created_at, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE INDEX products_images ON products USING gin (images jsonb_path_ops) WHERE images <> '[]'::jsonb;
CREATE INDEX products_name ON products USING btree (name, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE INDEX products_price ON products USING btree (price, id) INCLUDE (status) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX products_sku_unique ON products USING btree (sku) WHERE removed_at IS NULL;
CREATE INDEX products_status ON products USING btree (status, id) WHERE removed_at IS NULL;
CREATE INDEX products_status_category ON products USING btree (status, category, id) WHERE removed_at IS NULL;
CREATE INDEX products_updated_at ON products USING brin (updated_at) WITH (pages_per_range='1');
CREATE INDEX products_words ON products USING gin (words) WHERE removed_at IS NULL;

CREATE TABLE recovery_codes (
  user_id uuid,
  code_hash text,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  expires_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_expires_at ON recovery_codes USING btree (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE restocked_products (
  product_id bigint,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT restocked_products_pkey PRIMARY KEY (product_id)
);
CREATE INDEX restocked_products_at ON restocked_products USING btree (at);

CREATE TABLE sales_cancelled (
  is_only boolean DEFAULT true,
  until timestamp with time zone NOT NULL,
  CONSTRAINT sales_cancelled_pkey PRIMARY KEY (is_only),
  CONSTRAINT sales_cancelled_is_only_check CHECK (is_only)
);

CREATE TABLE sales_hours (
  hour timestamp with time zone,
  currency text,
  orders integer NOT NULL,
  total bigint NOT NULL,
  cancelled integer,
  cancelled_total bigint,
  CONSTRAINT sales_hours_pkey PRIMARY KEY (hour, currency)
);

CREATE TABLE schema_migrations (
  name text,
  checksum text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE service_key (
  only_row boolean DEFAULT true,
  sealed bytea NOT NULL,
  sealed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT service_key_pkey PRIMARY KEY (only_row),
  CONSTRAINT service_key_only_row_check CHECK (only_row)
);

CREATE TABLE sessions (
  id uuid,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  second_factor_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ip text,
  user_agent text,
  wrong_factors smallint DEFAULT 0 NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_unique UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE sms_codes (
  id uuid,
  user_id uuid NOT NULL,
  factor_id uuid NOT NULL,
  bound_to text NOT NULL,
  code_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT sms_codes_pkey PRIMARY KEY (id),
  CONSTRAINT sms_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES second_factors(id) ON DELETE CASCADE,
  CONSTRAINT sms_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sms_codes_expires_at ON sms_codes USING btree (expires_at);
CREATE INDEX sms_codes_factor ON sms_codes USING btree (factor_id);
CREATE INDEX sms_codes_user ON sms_codes USING btree (user_id);

CREATE TABLE stock_alerts (
  product_id bigint,
  user_id uuid,
  asked_at timestamp(3) with time zone NOT NULL,
  event_id uuid,
  told_at timestamp with time zone,
  CONSTRAINT stock_alerts_pkey PRIMARY KEY (product_id, user_id),
  CONSTRAINT stock_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX stock_alerts_told_at ON stock_alerts USING btree (told_at) WHERE event_id IS NOT NULL;
CREATE INDEX stock_alerts_user ON stock_alerts USING btree (user_id);

CREATE TABLE unsubscriptions (
  user_id uuid,
  at timestamp with time zone NOT NULL,
  CONSTRAINT unsubscriptions_pkey PRIMARY KEY (user_id),
  CONSTRAINT unsubscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE used_codes (
  user_id uuid,
  step bigint,
  code text,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT used_codes_once PRIMARY KEY (user_id, step, code),
  CONSTRAINT used_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX used_codes_used_at ON used_codes USING btree (used_at);

CREATE TABLE version_usage (
  day date,
  version text,
  client text,
  requests bigint NOT NULL,
  CONSTRAINT version_usage_pkey PRIMARY KEY (day, version, client),
  CONSTRAINT version_usage_requests_check CHECK (requests > 0)
);

CREATE TABLE webhook_endpoints (
  id uuid,
  url text NOT NULL,
  description text NOT NULL,
  types text[] NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  "position" bigint NOT NULL,
  disabled_at timestamp with time zone,
  disabled_because text,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  paused_until timestamp with time zone,
  failed_at timestamp with time zone,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_disabled_because_check CHECK (disabled_because = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text])),
  CONSTRAINT webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE TABLE webhook_deliveries (
  endpoint_id uuid,
  "position" bigint,
  state text DEFAULT 'pending'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  step integer DEFAULT 0 NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, "position"),
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['pending'::text, 'sending'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (endpoint_id, "position") WHERE state = 'failed'::text;
CREATE INDEX webhook_deliveries_open ON webhook_deliveries USING btree (endpoint_id, due_at, "position") WHERE state = ANY (ARRAY['pending'::text, 'sending'::text]);

CREATE TABLE webhook_attempts (
  endpoint_id uuid,
  "position" bigint,
  number integer,
  started_at timestamp with time zone NOT NULL,
  milliseconds integer NOT NULL,
  status integer,
  reason text,
  response text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (endpoint_id, "position", number),
  CONSTRAINT webhook_attempts_endpoint_id_position_fkey FOREIGN KEY (endpoint_id, "position") REFERENCES webhook_deliveries(endpoint_id, "position") ON DELETE CASCADE
);

CREATE TABLE webhook_secrets (
  id uuid,
  endpoint_id uuid NOT NULL,
  secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE
);
CREATE INDEX webhook_secrets_endpoint ON webhook_secrets USING btree (endpoint_id);

CREATE TABLE workers (
  number integer,
  name text NOT NULL,
  started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  relay_down_since timestamp with time zone,
  relay_error text,
  urgent_from timestamp with time zone,
  bulk_from timestamp with time zone,
  claimed_from timestamp with time zone,
  CONSTRAINT workers_pkey PRIMARY KEY (number)
) WITH (fillfactor=50);

CREATE TABLE write_probe (
  at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TRIGGER database_history_changed AFTER UPDATE OF system_identifier, timeline ON database_history FOR EACH ROW EXECUTE FUNCTION begin_event_history();

CREATE TRIGGER product_changes_delete AFTER DELETE ON products FOR EACH ROW WHEN (old.removed_at IS NULL) EXECUTE FUNCTION product_moved();

CREATE TRIGGER product_changes_insert AFTER INSERT ON products FOR EACH ROW WHEN (new.removed_at IS NULL) EXECUTE FUNCTION product_moved();

CREATE TRIGGER product_changes_moved AFTER UPDATE ON products FOR EACH ROW WHEN ((old.removed_at IS NULL OR new.removed_at IS NULL) AND (old.category IS DISTINCT FROM new.category OR old.status IS DISTINCT FROM new.status OR old.name IS DISTINCT FROM new.name OR old.price IS DISTINCT FROM new.price OR old.created_at IS DISTINCT FROM new.created_at OR old.removed_at IS DISTINCT FROM new.removed_at)) EXECUTE FUNCTION product_moved();

CREATE TRIGGER product_changes_other AFTER UPDATE ON products FOR EACH ROW WHEN (new.removed_at IS NULL AND NOT (old.category IS DISTINCT FROM new.category OR old.status IS DISTINCT FROM new.status OR old.name IS DISTINCT FROM new.name OR old.price IS DISTINCT FROM new.price OR old.created_at IS DISTINCT FROM new.created_at OR old.removed_at IS DISTINCT FROM new.removed_at) AND (old.sku IS DISTINCT FROM new.sku OR old.currency IS DISTINCT FROM new.currency OR old.stock IS DISTINCT FROM new.stock OR old.description IS DISTINCT FROM new.description OR old.images IS DISTINCT FROM new.images)) EXECUTE FUNCTION product_shows_something_else();

CREATE TRIGGER product_changes_truncate AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION products_truncated();

CREATE TRIGGER product_is_back AFTER UPDATE OF status, stock, removed_at ON products FOR EACH ROW WHEN (new.status = 'active'::text AND new.stock > 0 AND new.removed_at IS NULL AND NOT (old.status = 'active'::text AND old.stock > 0 AND old.removed_at IS NULL)) EXECUTE FUNCTION product_is_back();

CREATE TRIGGER products_status_follows_stock AFTER UPDATE OF stock ON products FOR EACH ROW WHEN (new.status = old.status AND (new.stock = 0 AND old.stock > 0 AND new.status = 'active'::text OR new.stock > 0 AND old.stock = 0 AND new.status = 'out_of_stock'::text)) EXECUTE FUNCTION products_status_follows_stock();
