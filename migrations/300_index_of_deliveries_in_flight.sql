-- no transaction
drop index concurrently if exists deliveries_in_flight;
create index concurrently deliveries_in_flight on deliveries (coalesce(worker, 0), claimed_at) where state in ('claimed', 'finishing');
drop index concurrently if exists deliveries_of_worker;
