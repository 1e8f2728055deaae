-- Before these times a worker knows of no pending delivery, urgent or bulk, and has none in its hands.
alter table workers add column urgent_from timestamptz, add column bulk_from timestamptz, add column claimed_from timestamptz;
