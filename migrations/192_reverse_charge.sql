-- A business in another member state owes the VAT itself: the order keeps that, and its lines cost what is left without VAT. What a line
-- costs in all, where it is not the price of a piece times their number; null: it is.
alter table order_items add column line_total bigint;
alter table order_items drop constraint order_items_discount;
alter table order_items add constraint order_items_discount
  check (discount between 0 and coalesce(line_total, unit_price * quantity)) not valid;
alter table orders drop constraint orders_vat_rule_check;
alter table orders add constraint orders_vat_rule_check check (vat_rule in ('none', 'home', 'reverse_charge')) not valid;
