-- How much of a product was in one piece when it was ordered, for the price per unit beside its price. Null: it has none.
alter table order_items
  add column content_amount double precision,
  add column content_unit text collate "C";
