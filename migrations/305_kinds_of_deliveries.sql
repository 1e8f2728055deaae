-- The kind of event, so that deliveries of one kind that wait are found among all that wait.
alter table deliveries add column kind text;
