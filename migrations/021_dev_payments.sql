-- The port of a running payment provider of development (src/dev/payments). A worker in another process finds it here.
create table dev_payment_providers (
  port int primary key,
  started_at timestamptz not null default clock_timestamp()
);
