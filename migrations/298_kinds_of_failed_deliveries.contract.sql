-- What processes of the release before have recorded since 296.
update deliveries d set failed_kind = e.type
from events e
where e.id = d.event_id and d.state in ('failed', 'skipped') and d.failed_kind is null;
