-- Chargebacks get a table of their own. A refund is money that the shop sends; a dispute is money that the customer's bank takes back
-- or asks for, with a deadline, and it can end in either way and begin again (src/payments/disputes/states.ts).
create table disputes (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  provider_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The provider's word for why.
  reason text,
  state text not null constraint disputes_state check (state in ('inquiry', 'open', 'won', 'lost', 'prevented', 'closed', 'unknown')),
  -- The provider's own word for the state.
  provider_state text not null,
  -- The provider has taken the money from the shop, and has not given it back.
  takes_money boolean not null,
  -- Until when the shop can answer. Null: the provider wants no answer, or takes none.
  respond_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- What a person has decided about money that is gone: the sale is corrected, or the customer still owes it.
  decision text constraint disputes_decision check (decision in ('credited', 'claimed')),
  decided_by uuid,
  decided_at timestamptz,
  -- Of a dispute that is credited: the refund that carries the credit note.
  refund_id uuid references refunds (id),
  constraint disputes_decided check ((decision is null) = (decided_at is null)),
  constraint disputes_credited check ((decision = 'credited') = (refund_id is not null)),
  constraint disputes_at_provider unique (payment_id, provider_id)
);
-- Those that a person has to look at.
create index disputes_to_answer on disputes (respond_by) where state in ('open', 'inquiry', 'unknown');
create index disputes_to_decide on disputes (id) where takes_money and decision is null;

-- Money that disputes have taken for good, and money that open ones hold. The rows of `disputes` say the same, one by one.
alter table payments add column charged_back bigint not null default 0;
alter table payments add column disputed bigint not null default 0;
alter table payments add constraint payments_disputes
  check (charged_back >= 0 and disputed >= 0 and charged_back + disputed <= captured);
-- It was charged back once. The order can have another payment since then, also if the first one comes back.
alter table payments add column had_chargeback boolean not null default false;
-- It pays what a chargeback has left open.
alter table payments add column for_claim boolean not null default false;
-- When the newest answer of the provider that was applied was asked for. An older answer changes nothing anymore.
alter table payments add column asked_at timestamptz;
-- When a payment ended without money. An order to be paid online expires that much later.
alter table payments add column ended_at timestamptz;
update payments set ended_at = least(coalesce(looked_at, expires_at), expires_at) where state in ('cancelled', 'expired', 'failed');

-- `processing`: the customer has paid, and the bank takes days for it.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check check (state in (
  'created', 'pending', 'processing', 'authorized', 'captured', 'cancelling', 'cancelled', 'expired', 'failed'
));
drop index payments_live;
create unique index payments_live on payments (order_id)
  where state in ('created', 'pending', 'processing', 'authorized', 'cancelling', 'captured') and not is_surplus and not had_chargeback;
drop index payments_under_way;
create index payments_under_way on payments (id) where state in ('created', 'pending', 'processing', 'authorized', 'cancelling');

-- `disputed`: the customer's bank wants the money back, and has not decided. `charged_back`: it has taken it, and the customer owes it
-- again.
alter table orders drop constraint orders_payment_status_check;
alter table orders add constraint orders_payment_status_check check (payment_status in (
  'open', 'pending', 'partly_paid', 'paid', 'disputed', 'charged_back', 'refund_due', 'partly_refunded', 'refunded'
));
drop index orders_to_pay;
create index orders_to_pay on orders (id)
  where payment_status in ('open', 'pending', 'charged_back') and status <> 'cancelled' and total > 0;
create index orders_disputed on orders (id) where payment_status = 'disputed';
alter table order_payments drop constraint order_payments_status_check;
alter table order_payments add constraint order_payments_status_check check (status in (
  'paid', 'unpaid', 'refunded', 'pending', 'partly_paid', 'partly_refunded', 'disputed', 'charged_back', 'dispute_ended'
));

-- The chargebacks of before. One that has a credit note keeps its refund, because money and papers agree by it.
insert into disputes (
  id, payment_id, provider_id, amount, currency, state, provider_state, takes_money, opened_at, closed_at,
  decision, decided_by, decided_at, refund_id
)
select r.id, r.payment_id, coalesce(r.provider_id, r.id::text), r.amount, p.currency,
  case r.state when 'done' then 'lost' when 'failed' then 'won' else 'open' end,
  case r.state when 'done' then 'lost' when 'failed' then 'won' else 'needs_response' end,
  r.state <> 'failed', r.created_at, r.ended_at,
  case when is_credited then 'credited' end, case when is_credited then r.by_user end,
  case when is_credited then r.ended_at end, case when is_credited then r.id end
from refunds r
join payments p on p.id = r.payment_id
cross join lateral (
  select r.state = 'done' and exists (select from documents d where d.refund_id = r.id) as is_credited
) as credit
where r.source = 'chargeback';
update refunds set provider_id = null where source = 'chargeback';
delete from refunds r
where source = 'chargeback' and not exists (select from documents d where d.refund_id = r.id)
  and not exists (select from payment_calls c where c.refund_id = r.id);

with refund as (
  select payment_id, coalesce(sum(amount) filter (where state <> 'failed'), 0) as reserved,
    coalesce(sum(amount) filter (where state = 'done'), 0) as refunded
  from refunds group by payment_id
), dispute as (
  select payment_id, coalesce(sum(amount) filter (where state = 'lost' and decision is null), 0) as lost,
    coalesce(sum(amount) filter (where state = 'open'), 0) as open
  from disputes group by payment_id
), counted as (
  select p.id, least(captured, coalesce(reserved, 0)) as reserved, least(captured, coalesce(r.refunded, 0)) as refunded, lost, open
  from payments p join dispute d on d.payment_id = p.id left join refund r on r.payment_id = p.id
)
update payments p
set refund_reserved = reserved, refunded = counted.refunded, charged_back = least(captured - counted.refunded, lost),
  disputed = least(captured - counted.refunded - least(captured - counted.refunded, lost), open), had_chargeback = lost > 0,
  look_at = case when p.provider_id is not null then now() end
from counted where counted.id = p.id;

update orders o
set payment_status = case
  when m.disputed > 0 then 'disputed'
  when m.charged_back > 0 and (o.status <> 'cancelled' or m.refunded = m.captured - m.charged_back) then 'charged_back'
  when m.refunded = m.captured then 'refunded'
  when m.reserved = m.captured or o.status = 'cancelled' then 'refund_due'
  when m.refunded > 0 then 'partly_refunded'
  else 'paid' end
from (
  select order_id, sum(captured) as captured, sum(refund_reserved) as reserved, sum(refunded) as refunded,
    sum(charged_back) as charged_back, sum(disputed) as disputed
  from payments p
  where not is_surplus and captured > 0
    and order_id in (select q.order_id from disputes d join payments q on q.id = d.payment_id)
  group by order_id
) as m
where o.id = m.order_id;
