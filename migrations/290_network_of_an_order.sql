-- The network from which an order was placed, as a keyed hash, while the order is open; null for this machine and for API keys.
alter table orders add column network text;
