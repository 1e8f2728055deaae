-- Facts that a business wants on its invoice: its VAT identification number, and a reference of its own, such as an order number or a
-- Leitweg-ID. They go with the account, as its addresses do; the invoice keeps them.
alter table orders add column vat_id text;
alter table orders add column buyer_reference text;
