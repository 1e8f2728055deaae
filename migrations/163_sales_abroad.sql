-- no transaction
-- Sales to other member states with the VAT of the shop, which have a limit a year (src/pricing/sales-abroad.ts).
drop index concurrently if exists orders_with_home_vat;
create index concurrently orders_with_home_vat on orders (placed_at) where vat_rule = 'home';
