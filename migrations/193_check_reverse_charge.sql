-- Reads all orders once, without keeping others from writing.
alter table order_items validate constraint order_items_discount;
alter table orders validate constraint orders_vat_rule_check;
