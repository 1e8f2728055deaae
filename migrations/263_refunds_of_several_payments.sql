-- A refund that is more than one payment can give back has a row for each of them. All but the first name the first, which has the cause:
-- the return, or the edit of the order.
alter table refunds add column part_of uuid references refunds (id);
