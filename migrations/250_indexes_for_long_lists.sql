-- no transaction
-- Deliveries of a kind: the newest events of that kind, and by the unique key the deliveries of each.
drop index concurrently if exists events_type;
create index concurrently events_type on events (type, id);
drop index concurrently if exists events_type_created_at;
-- Sent deliveries too: beside a long queue the newest of them are far from the newest rows.
drop index concurrently if exists deliveries_ended;
create index concurrently deliveries_ended on deliveries (state, id) where state in ('sent', 'failed', 'skipped');
drop index concurrently if exists deliveries_ended_badly;
