-- no transaction
-- Few requests fail, and the newest of them may be far from the newest of all.
drop index concurrently if exists webhook_deliveries_failed;
create index concurrently webhook_deliveries_failed on webhook_deliveries (endpoint_id, position) where state = 'failed';
