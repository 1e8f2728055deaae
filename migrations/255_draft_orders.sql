-- Orders that staff write for a customer, by telephone for example. The customer reads one behind a link, and confirms it: then it becomes
-- an order, once. A draft that nobody confirmed in time is expired by its time alone.
create table draft_orders (
  id uuid primary key,
  state text not null check (state in ('draft', 'sent', 'confirmed', 'withdrawn')),
  -- One more with each change. The customer confirms the version that the page has shown.
  version int not null default 1,
  -- An account, or a guest who was written down with the draft. Its data goes with the person.
  user_id uuid not null references users (id) on delete cascade,
  -- [{ productId, quantity, unitPrice }]
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  currency text not null,
  discount bigint not null check (discount >= 0),
  delivery_total bigint not null check (delivery_total >= 0),
  total bigint not null check (total >= 0),
  delivery uuid,
  delivery_address jsonb,
  billing_address jsonb,
  message text not null,
  valid_days int not null check (valid_days between 1 and 90),
  -- The link that was sent last. The token is derived from its id, and the link before has ended.
  link_id uuid,
  token_hash bytea,
  sent_at timestamptz(3),
  expires_at timestamptz(3),
  order_id bigint references orders (id),
  by_user uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (state <> 'sent' or (link_id is not null and token_hash is not null and expires_at is not null))
);
create unique index draft_orders_token on draft_orders (token_hash);
create unique index draft_orders_order on draft_orders (order_id);
create index draft_orders_user on draft_orders (user_id);
create index draft_orders_updated on draft_orders (updated_at);
