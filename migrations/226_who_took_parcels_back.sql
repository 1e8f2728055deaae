-- The history of an order names who took a parcel back. Parcels that were taken back before name nobody.
alter table order_parcels add column undone_by uuid;
