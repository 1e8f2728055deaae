-- Money that came by bank transfer goes back by one, which a person makes at the bank. Until that person says so it is owed, and nobody is
-- told that it was sent.
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check check (state in ('pending', 'to_transfer', 'done', 'failed'));
create index refunds_to_transfer on refunds (id) where state = 'to_transfer';

-- A file of transfers, which a bank reads. A transfer is in at most one, so no two files can pay it. The same file can be downloaded
-- again: it holds what the columns say, and its id, by which banks know a file that they have read.
create table transfer_files (
  id uuid primary key,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  -- Who pays, as the settings said then.
  holder text not null,
  iban text not null,
  bic text not null
);

-- What to type into the bank's page for a refund. Rows stay when the account of a customer is deleted, without the columns about the
-- person.
create table refund_transfers (
  refund_id uuid primary key references refunds (id) on delete cascade,
  -- What the customer reads on the statement of the bank. SEPA characters only.
  reference text not null,
  -- Where the money goes. Null: nobody has said so yet. Without spaces.
  iban text,
  -- As the bank knows the owner of the account. Null: the name of the customer.
  holder text,
  bic text,
  -- Who said so last, the customer or staff, and when.
  account_by uuid,
  account_at timestamptz,
  -- When the customer was last asked for the account.
  asked_at timestamptz,
  -- While it is in a file, nobody can change its account.
  file_id uuid references transfer_files (id),
  -- Who made the transfer. The refund says when.
  sent_by uuid
);

create index refund_transfers_file on refund_transfers (file_id) where file_id is not null;

-- Those that were owed before this release.
update refunds r set state = 'to_transfer' from payments p where p.id = r.payment_id and p.provider = 'transfer' and r.state = 'pending';
insert into refund_transfers (refund_id, reference, iban)
select r.id, 'Order ' || p.order_id, (
  select refund_iban from returns where order_id = p.order_id and refund_iban is not null order by id desc limit 1
)
from refunds r join payments p on p.id = r.payment_id where r.state = 'to_transfer';
