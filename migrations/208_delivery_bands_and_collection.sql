-- Delivery costs what its parcel does, so a method has steps: from this value and this weight of the items on it costs this. The last step
-- that is reached counts, and below the first one `price`. A JSON array of {value, weight, price}: minor units, grams, minor units.
alter table delivery_methods add column bands jsonb not null default '[]';
alter table delivery_methods add constraint delivery_methods_bands check (jsonb_typeof(bands) = 'array');
alter table delivery_methods add constraint delivery_methods_bands_currency check (bands = '[]' or currency is not null);

-- What is heavier does not go with it, in grams. Null: it carries everything.
alter table delivery_methods add column max_weight bigint;
alter table delivery_methods add constraint delivery_methods_max_weight check (max_weight > 0);

-- Where and when customers collect, for methods of the kind `collection`: lines, empty for the address of the shop, and texts by language.
alter table delivery_methods add column collect_at text not null default '';
alter table delivery_methods add column opening_hours jsonb not null default '{}';
alter table delivery_methods add constraint delivery_methods_opening_hours check (jsonb_typeof(opening_hours) = 'object');

-- The method of migration 010 is free and goes everywhere, so customers of a new shop ordered for nothing before anybody had chosen a price.
-- A database without people is new. Shops that sell with this method keep it.
update delivery_methods set active = false
where id = '0197a5c8-0000-7000-8000-000000000001'
  and not exists (select from users where id <> '00000000-0000-8000-8000-000000000000')
  and not exists (select from products)
  and not exists (select from orders);
