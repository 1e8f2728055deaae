-- Orders per hour, so that the console adds up hours and not orders. An hour is written once, some minutes after its end.
-- Cancelled orders are included; src/console/shop/sales.ts subtracts them. An hour without orders has a row with currency ''.
create table sales_hours (
  hour timestamptz,
  currency text,
  orders int not null,
  total bigint not null,
  constraint sales_hours_pkey primary key (hour, currency)
);

alter table contact_messages
  add column answered_at timestamptz,
  add column answered_by uuid,
  add constraint contact_messages_answered_by_fkey foreign key (answered_by) references users (id) on delete set null;
create index contact_messages_open on contact_messages (received_at desc, id desc) where answered_at is null;
