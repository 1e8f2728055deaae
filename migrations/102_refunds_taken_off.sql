-- A refund of an order that transfers have paid in part lowers its price, so that the customer does not owe again what went back. Its amount
-- is in `credited` of the order, until the refund is waived.
alter table refunds add column taken_off boolean not null default false;
