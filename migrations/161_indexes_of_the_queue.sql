-- no transaction
drop index concurrently if exists deliveries_next;
create index concurrently deliveries_next on deliveries (bulk, due_at, id) where state = 'pending';
drop index concurrently if exists deliveries_of_worker;
create index concurrently deliveries_of_worker on deliveries (coalesce(worker, 0)) where state in ('claimed', 'finishing');
drop index concurrently if exists deliveries_ended_badly;
create index concurrently deliveries_ended_badly on deliveries (state, id) where state in ('failed', 'skipped');
drop index concurrently if exists deliveries_of_announcement_ended_badly;
create index concurrently deliveries_of_announcement_ended_badly on deliveries (event_id, state)
  where bulk and state in ('failed', 'skipped');
drop index concurrently if exists deliveries_due;
drop index concurrently if exists deliveries_open;
