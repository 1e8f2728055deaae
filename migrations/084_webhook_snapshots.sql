-- A webhook may get the order, user, product or email of each event as well. The scopes are those of whoever chose this, so it sends no
-- more than that key may read. Null: ids and states only.
alter table webhook_endpoints add column snapshot_scopes text[];
