-- A document is kept by the day that it carries, which is one of the shop's calendar. The moment of its issue may lie in another year
-- of UTC: an invoice of 1 January, half past midnight in Berlin, would be erased a year too early.
create function retention_ends_on(issued_on text) returns date language sql stable set search_path from current as $$
  select make_date(left(issued_on, 4)::int + 1 + coalesce((settings ->> 'documentYears')::int, 10), 1, 1) from shop_settings
$$;

create or replace function keep_document() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null
    and retention_ends_on(old.content ->> 'issuedOn') <= (now() at time zone 'UTC')::date
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
