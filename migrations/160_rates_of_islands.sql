-- The Azores, Madeira and Northern Ireland have rates of their own (src/world/vat-rates.ts). Shops that have rates for Portugal get those
-- of the islands, in the same classes. Northern Ireland is in the Union for goods, so the 0 % of exports was never right for it.
insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
select place.country, place.class, place.rate_bp, '2000-01-01', false
from (values
  ('PT-20', 'standard', 1600), ('PT-20', 'intermediate', 900), ('PT-20', 'reduced', 400),
  ('PT-30', 'standard', 2200), ('PT-30', 'intermediate', 1200), ('PT-30', 'reduced', 400)
) as place (country, class, rate_bp)
where exists (select from tax_rates r where r.country = 'PT' and r.class = place.class)
  and not exists (select from tax_rates r where r.country = place.country);
insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
select 'XI', place.class, place.rate_bp, '2000-01-01', false
from (values ('standard', 2000), ('reduced', 500), ('zero', 0)) as place (class, rate_bp)
where not exists (select from tax_rates r where r.country in ('XI', 'GB'));
