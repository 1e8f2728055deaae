-- Transfers that come in (src/payments/transfers): what a bank has booked or a person has seen, and the orders that it pays.

-- `partly_paid`: a transfer brought less than was due. The rest is still due.
alter table orders drop constraint orders_payment_status_check;
alter table orders add constraint orders_payment_status_check
  check (payment_status in (
    'open', 'pending', 'partly_paid', 'paid', 'disputed', 'charged_back', 'refund_due', 'partly_refunded', 'refunded'
  ));
alter table order_payments drop constraint order_payments_status_check;
alter table order_payments add constraint order_payments_status_check
  check (status in (
    'paid', 'unpaid', 'refunded', 'pending', 'partly_paid', 'partly_refunded', 'disputed', 'charged_back', 'dispute_ended'
  ));

-- A statement that staff have uploaded. The file itself is not kept.
create table bank_statements (
  id uuid primary key,
  format text not null check (format in ('camt', 'mt940')),
  -- Transfers in it that came in, and those of them that no statement before had.
  incoming int not null,
  added int not null,
  -- Entries that bring no money: debits, reversals, and what is not booked yet.
  left_out int not null,
  by_user uuid not null,
  uploaded_at timestamptz not null
);
create index bank_statements_uploaded_at on bank_statements (uploaded_at, id);

-- One row for each transfer, whether a statement has it or a person has noted it.
create table incoming_transfers (
  id uuid primary key,
  statement_id uuid references bank_statements (id),
  -- The bank's own identity of the entry (src/payments/statements/entry.ts). The same statement twice, and statements that overlap,
  -- give the same keys, so that a transfer is kept once. Null: a person has noted it.
  entry_key text constraint incoming_transfers_once unique,
  -- `open`: nobody has said yet what it is for. `undone`: a note by mistake. `known`: a person had noted it before the statement came.
  state text not null default 'open' check (state in ('open', 'booked', 'set_aside', 'undone', 'known')),
  -- The account of the shop.
  account text,
  -- The day on which the bank booked it. Null: nobody said.
  booked_on date,
  amount bigint not null check (amount > 0),
  currency text not null,
  payer text,
  payer_account text,
  reference text,
  -- The note of a person who has noted it before, if `known`. Each note is found in one statement only.
  same_as uuid constraint incoming_transfers_same_as_once unique references incoming_transfers (id),
  -- Why it was set aside.
  note text,
  noted_by uuid not null,
  noted_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz
);
create index incoming_transfers_state on incoming_transfers (state, id);
create index incoming_transfers_statement on incoming_transfers (statement_id) where statement_id is not null;
create index incoming_transfers_amount on incoming_transfers (amount, currency, booked_on);

-- What a transfer pays. A payment can have come by several transfers, and a transfer can pay several orders.
create table incoming_transfer_parts (
  transfer_id uuid not null references incoming_transfers (id),
  payment_id uuid not null references payments (id),
  order_id bigint not null references orders (id),
  amount bigint not null check (amount > 0),
  primary key (transfer_id, payment_id)
);
create index incoming_transfer_parts_order on incoming_transfer_parts (order_id);
create index incoming_transfer_parts_payment on incoming_transfer_parts (payment_id);

-- Transfers that were recorded before: each as one that somebody has noted.
insert into incoming_transfers (id, state, amount, currency, noted_by, noted_at, decided_by, decided_at)
select p.id, 'booked', p.captured, p.currency, coalesce(o.by_user, '00000000-0000-0000-0000-000000000000'), p.created_at,
  coalesce(o.by_user, '00000000-0000-0000-0000-000000000000'), p.created_at
from payments p left join order_payments o on o.order_id = p.order_id and o.status = 'paid'
where p.provider = 'transfer' and p.state = 'captured';
insert into incoming_transfer_parts (transfer_id, payment_id, order_id, amount)
select id, id, order_id, captured from payments where provider = 'transfer' and state = 'captured';
