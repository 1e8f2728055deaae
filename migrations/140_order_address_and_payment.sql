-- Where an order goes, copied when it was placed: a later change of a profile changes no order. Older orders have none.
alter table orders
  add column delivery_address jsonb,
  add column payment_status text not null default 'open'
    check (payment_status in ('open', 'paid', 'refund_due', 'refunded'));

-- Money that came in and went out. Both happen at most once for an order, so the key makes a repeat impossible.
create table order_payments (
  order_id int not null references orders (id),
  status text not null check (status in ('paid', 'refunded')),
  -- Who recorded it; not a foreign key: the record outlives the user.
  by_user uuid not null,
  at timestamptz not null,
  primary key (order_id, status)
);
