-- Since when the present series of attempts runs, if the delivery was sent again; else since created_at.
alter table deliveries add column retrying_since timestamptz;

-- A delivery in doubt whose worker was lost: until then the worker may still be connected to the relay, and its reply may
-- still come. Until then nobody sends it again.
alter table deliveries add column reply_awaited_until timestamptz;
