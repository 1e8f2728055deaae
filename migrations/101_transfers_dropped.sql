-- Why a refund that somebody had to transfer is not owed anymore: the customer does not want it (`waived`), or nobody had paid (`unpaid`).
-- Its state is `failed`: no money goes.
alter table refunds add column dropped text check (dropped in ('waived', 'unpaid'));

-- Who noted that the customer waives it, and why.
alter table refund_transfers add column waived_by uuid;
alter table refund_transfers add column waived_because text;

-- Old processes write transfers as `pending` while a release is rolled out. The cleanup looks for them.
create index refunds_pending on refunds (payment_id) where state = 'pending';

-- The accounts that the retention of documents has not taken out yet.
create index refund_transfers_named on refund_transfers (refund_id)
  where iban is not null or holder is not null or waived_because is not null;
