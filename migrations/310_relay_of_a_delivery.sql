-- Only the relay that got an email knows whether it accepted it.
alter table deliveries add column relay text;
