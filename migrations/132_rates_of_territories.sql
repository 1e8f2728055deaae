-- A rate may be of a part of a country that has a VAT of its own, such as ES-CN (src/world/territories.ts).
alter table tax_rates drop constraint tax_rates_country_check;
alter table tax_rates add constraint tax_rates_country_check check (country ~ '^([A-Z]{2}(-[A-Z0-9]{2,5})?|[*])$');
