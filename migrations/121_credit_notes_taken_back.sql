-- A refund can fail after its credit note, days after the bank had it, and a chargeback can be won after the shop has credited it. Then
-- papers say less than the money. Documents never change, so another one takes the note back: a credit note of the same lines against it,
-- with its amounts below zero. One for each note.
alter table documents add column reverses uuid;
alter table documents add constraint documents_reverses check (reverses is null or kind = 'credit_note');
create unique index documents_taken_back on documents (reverses) where reverses is not null;
drop index documents_one_credit_note;
create unique index documents_one_credit_note on documents (refund_id) where kind = 'credit_note' and reverses is null;

create or replace function keep_document() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null and retention_ends(old.issued_at) <= now()
    and new.content = old.content || '{"buyer": null}'
    and (new.id, new.kind, new.series, new.number, new.label, new.order_id, new.refund_id, new.return_id, new.reverses, new.issued_at, new.sha256)
      is not distinct from
      (old.id, old.kind, old.series, old.number, old.label, old.order_id, old.refund_id, old.return_id, old.reverses, old.issued_at, old.sha256)
  then return new;
  end if;
  raise exception 'documents are never changed; correct an invoice with a credit note' using errcode = 'restrict_violation';
end
$$;
