-- no transaction
-- Finds the orders of a number without its blanks and signs: what a scanner sends, and what was typed before numbers were tidied.
drop index concurrently if exists order_tracking_numbers_plain;
create index concurrently order_tracking_numbers_plain
  on order_tracking_numbers (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')));
