-- Returns of orders that nobody has paid for. What they are worth is taken off what is still due, and a credit note corrects
-- the invoice. No money moves, so there is no refund.

-- By all its returns together.
alter table orders add column credited bigint not null default 0;
alter table orders add constraint orders_credited check (credited between 0 and total);

alter table returns add column credited bigint check (credited > 0);
-- As for refunds: a credit note is still to be written, if the order has an invoice.
alter table returns add column needs_credit_note boolean not null default false;
create index returns_to_credit on returns (id) where needs_credit_note;

alter table documents add column return_id uuid;
alter table documents drop constraint documents_refund;
alter table documents add constraint documents_cause
  check (num_nonnulls(refund_id, return_id) = case when kind = 'credit_note' then 1 else 0 end);
create unique index documents_one_for_a_return on documents (return_id) where kind = 'credit_note';

create or replace function keep_document() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null and retention_ends(old.issued_at) <= now()
    and new.content = old.content || '{"buyer": null}'
    and (new.id, new.kind, new.series, new.number, new.label, new.order_id, new.refund_id, new.return_id, new.issued_at, new.sha256)
      is not distinct from
      (old.id, old.kind, old.series, old.number, old.label, old.order_id, old.refund_id, old.return_id, old.issued_at, old.sha256)
  then return new;
  end if;
  raise exception 'documents are never changed; correct an invoice with a credit note' using errcode = 'restrict_violation';
end
$$;
