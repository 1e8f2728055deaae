-- Of the orders of an hour, those that were cancelled before `sales_cancelled.until`; null: not counted yet. Processes of the
-- release before write hours without them, and go on reading the cancelled orders themselves.
alter table sales_hours add column cancelled int, add column cancelled_total bigint;
create table sales_cancelled (
  is_only boolean default true,
  until timestamptz not null,
  constraint sales_cancelled_pkey primary key (is_only),
  constraint sales_cancelled_is_only_check check (is_only)
);
insert into sales_cancelled (until) values ('-infinity');
