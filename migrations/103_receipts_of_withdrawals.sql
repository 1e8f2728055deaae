-- Whether a receipt was queued for a statement of withdrawal. The same statement again says the same about it. Of those from before, nobody
-- knows; most have one.
alter table withdrawals add column has_receipt boolean not null default true;
