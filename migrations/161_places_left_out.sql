-- A method that goes to a country may leave out its parts with a VAT of their own, such as the Canary Islands: parcels to them need papers
-- of the customs and cost more. The codes are those of src/world/territories.ts.
alter table delivery_methods add column left_out text[] not null default '{}';
