-- The console lists the payments of the shop by what became of them. Most were received, and those are found without help;
-- the others are few among many, so each list has an index.
create index payments_under_way on payments (id) where state in ('created', 'pending', 'authorized', 'cancelling');
create index payments_ended on payments (id) where state in ('cancelled', 'expired', 'failed');
create index payments_with_refunds on payments (id) where refund_reserved > 0;
