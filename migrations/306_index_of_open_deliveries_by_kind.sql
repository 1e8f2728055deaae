-- no transaction
drop index concurrently if exists deliveries_open_of_kind;
update deliveries d set kind = e.type
from events e
where e.id = d.event_id and d.state in ('pending', 'failed', 'skipped') and d.kind is null;
create index concurrently deliveries_open_of_kind on deliveries (kind, state, id) where state in ('pending', 'failed', 'skipped');
