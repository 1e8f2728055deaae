-- What VIES, the register of the member states, answered about VAT IDs of buyers. A row counts for an hour and is deleted after a day
-- (src/pricing/vies/check.ts). The order keeps the answer that it was priced by, as evidence.
create table vat_id_checks (
  vat_id text not null,
  -- VAT ID of the shop that asked, for which the consultation number was given.
  requester text not null,
  status text not null check (status in ('valid', 'invalid', 'unavailable')),
  -- Code of VIES, if it gave no answer.
  reason text,
  consultation_number text,
  checked_at timestamptz not null,
  primary key (vat_id, requester)
);
create index vat_id_checks_by_age on vat_id_checks (checked_at);

-- {status, reason, consultationNumber, checkedAt}; null: nobody asked.
alter table orders add column vat_id_check jsonb;
