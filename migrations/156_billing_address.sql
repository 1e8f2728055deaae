-- The address on the invoice, where it is not the one of the delivery.
alter table orders add column billing_address jsonb;
