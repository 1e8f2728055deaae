-- What the statement that placed an order knew, from which a repeat is answered. Processes of the release before cannot do that.
alter table idempotency_keys add column outcome json;
