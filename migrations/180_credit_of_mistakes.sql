-- What was owed when a payment turned out to be a mistake was taken off what is due, so it has a credit note too.
drop index refunds_to_credit;
create index refunds_to_credit on refunds (id) where needs_credit_note and (state in ('done', 'to_transfer') or dropped = 'unpaid');
