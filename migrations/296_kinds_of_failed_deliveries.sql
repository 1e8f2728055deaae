-- The kind of event, only of deliveries that failed or were skipped. Those of one kind are looked for, and are few among all
-- events of that kind.
alter table deliveries add column failed_kind text;
