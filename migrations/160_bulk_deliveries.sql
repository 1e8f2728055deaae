-- Deliveries of announcements. They leave the queue after all others, because a password reset must not wait for a
-- newsletter (src/notifications/claim.ts).
alter table deliveries add column bulk boolean not null default false;
update deliveries d set bulk = true from announcements a where a.event_id = d.event_id and d.state <> 'sent';

-- Every sent email leaves dead versions of its row behind. The defaults would let a fifth of a long ledger pile up first.
alter table deliveries set (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);
alter table budgets set (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 80);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02);
alter table workers set (fillfactor = 50);

-- The recipients that the fan-out has written so far, so that nobody has to count them.
alter table announcements add column recipients bigint not null default 0;
update announcements a set recipients = (select count(*) from deliveries d where d.event_id = a.event_id);
