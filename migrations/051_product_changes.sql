-- What changed in the catalogue, so that whoever remembers an earlier state can bring it up to date instead of counting
-- again. Rows are only ever added, by the transaction of the change itself: writers never wait for each other here.
-- A reader finds what it has not seen yet by snapshot, not by a number: see the essay in src/catalogue/paging.ts.
create table product_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- null: too many at once to name them; what was remembered is worth nothing any more.
  product_id int,
  -- [category, status, name, price, created_at in ms]: where the product stood in the lists and where it stands now;
  -- null when it was or is on no list. Both null: it stands where it stood and shows something else, its stock perhaps.
  was jsonb,
  now jsonb,
  -- Whether other words find it.
  words boolean not null default true,
  at timestamptz not null default clock_timestamp()
);
create index product_changes_xid on product_changes (xid);

-- Changes before this transaction have been forgotten.
create table product_changes_forgotten (before xid8 not null);
insert into product_changes_forgotten values ('0');

create function product_place(
  category text, status text, name text, price int, created_at timestamptz, removed_at timestamptz
) returns jsonb language sql immutable as $$
  select case when removed_at is null
    then jsonb_build_array(category, status, name, price, (extract(epoch from created_at) * 1000)::bigint)
  end
$$;

create function product_changes_note() returns trigger language plpgsql as $$
declare
  many constant int := 5000;
begin
  if tg_op = 'TRUNCATE' then
    insert into product_changes (product_id) values (null);
  elsif tg_op = 'INSERT' then
    if (select count(*) from (select from new_rows limit many + 1) some_rows) > many then
      insert into product_changes (product_id) values (null);
    else
      insert into product_changes (product_id, now)
      select id, product_place(category, status, name, price, created_at, removed_at)
      from new_rows where removed_at is null;
    end if;
  elsif tg_op = 'DELETE' then
    if (select count(*) from (select from old_rows limit many + 1) some_rows) > many then
      insert into product_changes (product_id) values (null);
    else
      insert into product_changes (product_id, was)
      select id, product_place(category, status, name, price, created_at, removed_at)
      from old_rows where removed_at is null;
    end if;
  elsif (select count(*) from (select from new_rows limit many + 1) some_rows) > many then
    insert into product_changes (product_id) values (null);
  else
    insert into product_changes (product_id, was, now, words)
    select id, case when moved then was end, case when moved then now end, words
    from (
      select
        n.id, p.was, p.now, p.was is distinct from p.now as moved,
        p.was is distinct from p.now or n.description <> o.description as words,
        (n.sku, n.currency, n.stock) is distinct from (o.sku, o.currency, o.stock) as other
      from new_rows n
      join old_rows o on o.id = n.id
      cross join lateral (
        select
          product_place(o.category, o.status, o.name, o.price, o.created_at, o.removed_at) as was,
          product_place(n.category, n.status, n.name, n.price, n.created_at, n.removed_at) as now
      ) p
      where o.removed_at is null or n.removed_at is null
    ) changed
    where moved or words or other;
  end if;
  return null;
end $$;

create trigger product_changes_insert after insert on products
  referencing new table as new_rows for each statement execute function product_changes_note();
create trigger product_changes_update after update on products
  referencing old table as old_rows new table as new_rows for each statement execute function product_changes_note();
create trigger product_changes_delete after delete on products
  referencing old table as old_rows for each statement execute function product_changes_note();
create trigger product_changes_truncate after truncate on products
  for each statement execute function product_changes_note();
