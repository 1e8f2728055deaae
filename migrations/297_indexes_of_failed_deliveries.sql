-- no transaction
drop index concurrently if exists deliveries_failed_of_kind;
update deliveries d set failed_kind = e.type
from events e
where e.id = d.event_id and d.state in ('failed', 'skipped') and d.failed_kind is null;
create index concurrently deliveries_failed_of_kind on deliveries (failed_kind, state, id) where state in ('failed', 'skipped');
-- Those of every event, not only of announcements, and in the order of the list.
drop index concurrently if exists deliveries_failed_of_event;
create index concurrently deliveries_failed_of_event on deliveries (event_id, state, recipient) where state in ('failed', 'skipped');
drop index concurrently if exists deliveries_of_announcement_ended_badly;
