-- What processes of the release before have written since 305.
update deliveries d set kind = e.type
from events e
where e.id = d.event_id and d.state in ('pending', 'failed', 'skipped') and d.kind is null;
-- It told the same of those that failed.
alter table deliveries drop column failed_kind;
