-- A payment that was recorded by mistake is taken back.
alter table order_payments drop constraint order_payments_status_check;
alter table order_payments add constraint order_payments_status_check
  check (status in ('paid', 'unpaid', 'refunded')) not valid;
