-- Whose VAT an order carries, where it is not that of the place it goes to: `none` (a small business), or `home` (the shop's own VAT for
-- another member state). Orders keep it, because the setting may change (src/pricing/vat-rule.ts).
alter table orders add column vat_rule text check (vat_rule in ('none', 'home'));
