-- Every finding about a payment has an end: a person books the money as it is, closes the payment, or says that it is known.

-- The amount is what came, not what was asked. A person has said that it is booked so.
alter table payments add column is_booked boolean not null default false;
-- The finding that a person has ended. The same words are no finding again.
alter table payments add column finding_known text;
-- Somebody has seen a refund that was made elsewhere, or has failed.
alter table refunds add column is_known boolean not null default false;
