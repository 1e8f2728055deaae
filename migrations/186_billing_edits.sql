-- Staff can also change the address on the invoice of an order, until the invoice is written.
alter table order_edits drop constraint order_edits_kind_check;
alter table order_edits add constraint order_edits_kind_check check (kind in ('items', 'address', 'billing_address'));
