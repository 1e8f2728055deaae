-- Invoices and credit notes. Tax offices want their numbers consecutive and their content unchanged, so one locked row gives
-- the numbers out (src/documents/numbers.ts), and triggers refuse every change.

-- A row for each series of numbers: 'invoice' and 'credit_note', or with the year ('invoice/2026') where numbers begin anew
-- each year. Who issues a document takes its number and writes the document in one transaction, which holds this row until
-- it commits. So a transaction that is rolled back leaves no gap, and no later number commits before.
create table invoice_series (
  name text primary key,
  next bigint not null check (next > 0),
  -- The date of a document is never before that of the number before.
  last_issued_at timestamptz,
  -- When an admin last said which number left the house, after a database that was set back.
  confirmed_at timestamptz
);

create table documents (
  id uuid primary key,
  kind text not null,
  constraint documents_kind check (kind in ('invoice', 'credit_note')),
  series text not null references invoice_series (name),
  number bigint not null,
  constraint documents_number unique (series, number),
  -- The number as people read it: R-2026-00042.
  label text not null,
  constraint documents_label unique (label),
  -- No foreign key: a database that was set back may have forgotten the order, and the invoice is with the customer all the same.
  order_id bigint not null,
  refund_id uuid,
  constraint documents_refund check ((kind = 'credit_note') = (refund_id is not null)),
  issued_at timestamptz not null,
  -- Everything that the paper says. Page and PDF are drawn from this alone.
  content jsonb not null,
  -- Of the content as it was issued.
  sha256 text not null,
  -- When the person was taken out, after the retention has ended.
  erased_at timestamptz
);
create unique index documents_one_invoice on documents (order_id) where kind = 'invoice';
create unique index documents_one_credit_note on documents (refund_id) where kind = 'credit_note';
create index documents_order on documents (order_id, issued_at, id);
create index documents_issued_at on documents (issued_at, id);

-- The end of the retention: the end of the year of the document, and as many years more as the shop has set.
create function retention_ends(issued timestamptz) returns timestamptz language sql stable set search_path from current as $$
  select date_trunc('year', issued) + make_interval(years => 1 + coalesce((settings ->> 'documentYears')::int, 10)) from shop_settings
$$;

-- Nobody changes or deletes a document, also not with a statement of his own. The only exception takes the person out after
-- the retention has ended. Numbers and amounts stay, so no gap appears in the books.
create function keep_document() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and old.erased_at is null and new.erased_at is not null and retention_ends(old.issued_at) <= now()
    and new.content = old.content || '{"buyer": null}'
    and (new.id, new.kind, new.series, new.number, new.label, new.order_id, new.refund_id, new.issued_at, new.sha256)
      is not distinct from (old.id, old.kind, old.series, old.number, old.label, old.order_id, old.refund_id, old.issued_at, old.sha256)
  then return new;
  end if;
  raise exception 'documents are never changed; correct an invoice with a credit note' using errcode = 'restrict_violation';
end
$$;
create trigger documents_kept before update or delete on documents for each row execute function keep_document();
create trigger documents_not_truncated before truncate on documents for each statement execute function keep_document();

-- What is still to be written: orders without an invoice, and refunds without a credit note. False also means "nothing has to
-- be written". Orders and refunds from before this release get none by themselves.
alter table orders add column needs_invoice boolean not null default false;
alter table orders alter column needs_invoice set default true;
alter table refunds add column needs_credit_note boolean not null default false;
alter table refunds alter column needs_credit_note set default true;
create index orders_to_invoice_paid on orders (id)
  where needs_invoice and total > 0 and status <> 'cancelled'
    and payment_status in ('paid', 'refund_due', 'partly_refunded', 'refunded');
create index orders_to_invoice_shipped on orders (id)
  where needs_invoice and total > 0 and status in ('shipped', 'delivered');
create index refunds_to_credit on refunds (id) where needs_credit_note and state = 'done';

-- When a database that was set back could not learn from its workers what they had issued. Series wait until an admin has
-- said which number left the house.
alter table database_history add column numbers_doubted_at timestamptz;
