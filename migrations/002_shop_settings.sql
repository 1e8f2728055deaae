-- What the shop decides about itself: its name, its look, its languages, its legal facts. One row, because they are read
-- together and few; src/shop/settings.ts has the shape and the defaults. `version` counts the changes: a page saves what
-- it showed, and a second one that showed the same gets 412.
create table shop_settings (
  singleton boolean primary key default true check (singleton),
  settings jsonb not null default '{}',
  version int not null default 1,
  changed_at timestamptz not null default clock_timestamp()
);
insert into shop_settings default values;

-- The language in which a person reads pages and emails, and the one in which an order was placed. Null: that of the shop.
alter table users add column locale text check (locale ~ '^[a-z]{2}$');
alter table orders add column locale text check (locale ~ '^[a-z]{2}$');
