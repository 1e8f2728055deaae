-- Withdrawals from a contract: the statement of a consumer, which counts when it arrives (Articles 9 to 11a of Directive 2011/83/EU).
-- Everybody can make one without signing in, for any order number and any address, so a row says what somebody has typed.
--
-- `order_id` is set when the order has this number and belongs to an account with this address. Of such an order one withdrawal is
-- open at a time, so a second click is neither a second row nor a second receipt.
create table withdrawals (
  id uuid primary key,
  order_id bigint references orders (id),
  -- As they were typed.
  name text not null,
  email text not null,
  order_number text not null,
  -- Which items. Null: the whole order.
  items text,
  -- The language of the receipt.
  locale text,
  received_at timestamptz not null,
  -- It came after the period.
  is_late boolean not null default false,
  decided_at timestamptz,
  decided_by uuid,
  is_accepted boolean,
  constraint withdrawals_decided check ((decided_at is null) = (is_accepted is null))
);
create unique index withdrawals_one_open on withdrawals (order_id) where decided_at is null;
create index withdrawals_order on withdrawals (order_id) where order_id is not null;
create index withdrawals_open on withdrawals (id desc) where decided_at is null;
create index withdrawals_email on withdrawals (lower(email));
