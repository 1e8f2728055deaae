-- Which entry of the bank a transfer is a part of: camt.054 can have the parts of a batch, and camt.053 the batch in one sum.
alter table incoming_transfers add column batch_key text;
create index incoming_transfers_batch on incoming_transfers (batch_key) where batch_key is not null;
-- A transfer of the shop that came back: it pays no order.
alter table incoming_transfers add column is_return boolean not null default false;
