-- Requests that were in flight when a webhook failed say nothing new. Only one that was sent later counts as a further failure.
alter table webhook_endpoints add failed_at timestamptz;
