-- Carrier and number of a parcel are kept apart. The carrier of a delivery method is that of its parcels, unless somebody says another one.
-- Null on orders from before: then it is read from the number, as it was.
alter table delivery_methods add column carrier text;
alter table orders add column carrier text;
alter table order_tracking_numbers add column carrier text;
