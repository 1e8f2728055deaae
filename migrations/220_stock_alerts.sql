-- Who wants an email when a product can be ordered again. The primary key makes it one wish per person and product.
-- src/catalogue/stock-alerts/alerts.ts explains the races.
create table stock_alerts (
  product_id bigint not null,
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz(3) not null,
  -- The event whose email answers the wish. Null while the person waits.
  event_id uuid,
  told_at timestamptz,
  primary key (product_id, user_id)
);
create index stock_alerts_user on stock_alerts (user_id);
create index stock_alerts_told_at on stock_alerts (told_at) where event_id is not null;

-- Products that can be ordered again while somebody waits for them. A worker takes the rows and writes the emails.
create table restocked_products (
  product_id bigint primary key,
  at timestamptz not null default clock_timestamp()
);
create index restocked_products_at on restocked_products (at);

-- In the transaction of the change, whatever the change is: a command, an import, a cancelled order. An existing row is
-- updated, so that it is locked until the commit and no worker finishes it too early.
create function product_is_back() returns trigger language plpgsql as $$
begin
  insert into restocked_products (product_id)
  select new.id where exists (select from stock_alerts where product_id = new.id and event_id is null)
  on conflict (product_id) do update set at = excluded.at;
  return null;
end $$;

create trigger product_is_back after update of status, stock, removed_at on products
  for each row when (
    new.status = 'active' and new.stock > 0 and new.removed_at is null
    and not (old.status = 'active' and old.stock > 0 and old.removed_at is null)
  ) execute function product_is_back();
