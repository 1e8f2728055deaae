-- Apart from 326, whose lock would last while all payments are read.
alter table order_payments validate constraint order_payments_status_check;
