-- Payments: money that customers pay through a provider, and money that goes back (src/payments/states.ts tells how a
-- payment lives).
--
-- The order stands before the payment. So there is never a payment without an order.

-- How the customer chose to pay: by bank transfer after an invoice, or online at the provider's page.
alter table orders add column payment_method text not null default 'invoice';
alter table orders add constraint orders_payment_method_check check (payment_method in ('invoice', 'online'));

-- `pending`: the customer is at the provider's page, or the provider has not said yet how it ended. `partly_refunded`:
-- some of the money went back.
alter table orders drop constraint orders_payment_status_check;
alter table orders add constraint orders_payment_status_check
  check (payment_status in ('open', 'pending', 'paid', 'refund_due', 'partly_refunded', 'refunded'));

-- An order whose payment is under way is unpaid like any other: it keeps stock from others, and counts as open. Without
-- that, beginning to pay would lift the limits on open orders.
drop index orders_open;
create index orders_open on orders (owner_id, id) where status = 'placed' and payment_status in ('open', 'pending');
drop index orders_open_from;
create index orders_open_from on orders (network, id)
  where status = 'placed' and payment_status in ('open', 'pending') and network is not null;
drop index orders_to_pay;
create index orders_to_pay on orders (id)
  where payment_status in ('open', 'pending') and status <> 'cancelled' and total > 0;
-- Orders to be paid online expire sooner than invoices, also while a payment of theirs is under way.
create index orders_expiring_online on orders (placed_at)
  where status = 'placed' and payment_status in ('open', 'pending') and payment_method = 'online' and total > 0;

create or replace function open_orders_of(account uuid, most int, out orders bigint, out pieces bigint)
language sql volatile set search_path from current as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders
    where owner_id = account and status = 'placed' and payment_status in ('open', 'pending') limit most
  ) as o join order_items on order_id = o.id
$$;

create or replace function open_orders_from(network text, most int, out orders bigint, out pieces bigint)
language sql volatile as $$
  select count(distinct o.id), coalesce(sum(quantity), 0)
  from (
    select id from orders o
    where o.network = open_orders_from.network and status = 'placed' and payment_status in ('open', 'pending') limit most
  ) as o join order_items on order_id = o.id
$$;

-- An order also changes when a payment begins or ends without money, and when a part of it goes back.
alter table order_payments drop constraint order_payments_status_check;
alter table order_payments add constraint order_payments_status_check
  check (status in ('paid', 'unpaid', 'refunded', 'pending', 'partly_refunded'));

-- A payment of an order at a provider. It knows nothing of a card: the customer enters that at the provider's page.
create table payments (
  id uuid primary key,
  order_id bigint not null references orders (id),
  provider text not null,
  -- What was asked. Money of another amount or currency never makes the order paid.
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null default 'created' check (state in (
    'created', 'pending', 'authorized', 'captured', 'cancelling', 'cancelled', 'expired', 'failed'
  )),
  -- The provider's names for the payment: of its page, and of the transfer of money, once there is one.
  provider_id text,
  transaction_id text,
  -- The provider's page, where the customer pays.
  redirect text,
  captured bigint not null default 0,
  -- What goes back or went back, and what went back. The rows of `refunds` say the same, one by one.
  refund_reserved bigint not null default 0,
  refunded bigint not null default 0,
  -- Money that came although the order was paid already, or had another payment. All of it goes back.
  is_surplus boolean not null default false,
  -- When the provider says that no money came and none will, the order is cancelled too.
  ends_order boolean not null default false,
  -- What a person has to look at, such as another amount than was asked.
  finding text,
  created_at timestamptz not null default now(),
  -- The provider takes no money after this.
  expires_at timestamptz not null,
  -- When the provider is next asked how the payment stands. Null: not until something happens.
  look_at timestamptz,
  looked_at timestamptz,
  constraint payments_at_provider unique (provider, provider_id),
  constraint payments_sums check (0 <= refunded and refunded <= refund_reserved and refund_reserved <= captured),
  constraint payments_captured check ((state = 'captured') = (captured > 0))
);
-- One live payment for each order, whatever tabs, clicks and retries do.
create unique index payments_live on payments (order_id)
  where state in ('created', 'pending', 'authorized', 'cancelling', 'captured') and not is_surplus;
create index payments_order on payments (order_id, id);
create index payments_transaction on payments (transaction_id) where transaction_id is not null;
create index payments_to_look_at on payments (look_at) where look_at is not null;
create index payments_with_finding on payments (id) where finding is not null;

-- Money that goes back, or went back. Refunds made in the provider's own console, and chargebacks, are here too.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount > 0),
  -- Why: the shop wanted it, the order was cancelled, the money was too much, or somebody did it at the provider.
  source text not null check (source in ('shop', 'cancelled', 'surplus', 'external', 'chargeback')),
  reason text,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  provider_id text,
  by_user uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint refunds_at_provider unique (payment_id, provider_id)
);
create index refunds_payment on refunds (payment_id, id);
create index refunds_made_elsewhere on refunds (id) where source in ('external', 'chargeback');
-- Refunds whose end a person has to look at.
create index refunds_failed on refunds (id) where state = 'failed';

-- The ledger of calls to providers: what is wanted of them is written here in the transaction of the wish, and a worker
-- makes the call (src/payments/calls.ts). The id is the idempotency key at the provider, and its name for the operation.
create table payment_calls (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('create', 'capture', 'cancel', 'refund')),
  -- One call for each refund.
  refund_id uuid constraint payment_calls_one_refund unique references refunds (id),
  amount bigint not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'done', 'failed', 'in_doubt')),
  -- Counts the claims. Only the newest attempt may change the row.
  attempts int not null default 0,
  -- Providers forget a key after a while. Then the same call needs another key, and is asked about first.
  key_number int not null default 1,
  -- When the present key was first sent. Null: not yet.
  key_since timestamptz,
  created_at timestamptz not null default now(),
  -- The next attempt. While `sending`, the end of the lease.
  due_at timestamptz not null default now(),
  ended_at timestamptz,
  reply text,
  constraint payment_calls_refund check ((kind = 'refund') = (refund_id is not null))
);
-- A payment is created, captured and cancelled at most once.
create unique index payment_calls_once on payment_calls (payment_id, kind) where kind <> 'refund';
create index payment_calls_payment on payment_calls (payment_id);
create index payment_calls_due on payment_calls (due_at) where state in ('pending', 'sending');
create index payment_calls_in_doubt on payment_calls (id) where state = 'in_doubt';

-- Every event that a provider has sent, once. It is only a reason to look: nothing that it says is believed.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  -- The payment that was looked at because of it. Null: it is about none of ours.
  payment_id uuid,
  -- It names a payment of this shop that the database does not know: a database that was set back has lost it.
  is_lost boolean not null default false,
  received_at timestamptz not null default now(),
  constraint provider_events_once primary key (provider, event_id)
);
create index provider_events_received_at on provider_events (received_at);
create index provider_events_lost on provider_events (received_at) where is_lost;
