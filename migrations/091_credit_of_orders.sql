-- An order that has an invoice, and is cancelled or becomes smaller before anybody has paid. No money goes back, so there is neither a
-- refund nor a return, and the credit note is about the order itself. As for those: true while it is still to be written.
alter table orders add column needs_credit_note boolean not null default false;
create index orders_to_credit on orders (id) where needs_credit_note;

alter table documents drop constraint documents_cause;
alter table documents add constraint documents_cause
  check (num_nonnulls(refund_id, return_id) <= case when kind = 'credit_note' then 1 else 0 end);
