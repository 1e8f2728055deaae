-- A credit note can have what somebody wrote about it. That may be about the person, so it is taken out with the person when the retention
-- has ended.
create or replace function keep_document() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null and retention_ends(old.issued_at) <= now()
    and new.content - 'note' = old.content - 'note' || '{"buyer": null}'
    and (not new.content ? 'note' or new.content -> 'note' = old.content -> 'note')
    and (new.id, new.kind, new.series, new.number, new.label, new.order_id, new.refund_id, new.return_id, new.reverses, new.issued_at, new.sha256)
      is not distinct from
      (old.id, old.kind, old.series, old.number, old.label, old.order_id, old.refund_id, old.return_id, old.reverses, old.issued_at, old.sha256)
  then return new;
  end if;
  raise exception 'documents are never changed; correct an invoice with a credit note' using errcode = 'restrict_violation';
end
$$;
