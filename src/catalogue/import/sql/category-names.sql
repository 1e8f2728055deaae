-- Gives categories their names by language, after the merge. Of several rows that name one the last counts.

-- 1 the categories that the rows name
insert into named_categories (name, is_new, was, change)
select given.name, c.name is null, coalesce(c.texts, '{}'), given.change
from (
  select name, jsonb_object_agg(language, text) as change
  from (
    select distinct on (p.category, language) p.category as name, language, text
    from last_rows as g
    join products p on p.sku = g.sku and p.removed_at is null,
    jsonb_each(g.category_texts) as e (language, text)
    order by p.category, language, g.line desc
  ) as said
  group by name
) as given
left join categories c on c.name = given.name
where changed_texts(coalesce(c.texts, '{}'), given.change) <> coalesce(c.texts, '{}');

-- 2 those without a row get one, and so do all others without a row, because their order stays
insert into named_categories (name, is_new, was, change)
select category, true, '{}', '{}'
from products
where removed_at is null and exists (select from named_categories where is_new)
group by category
on conflict (name) do nothing;
delete from named_categories n where is_new and change = '{}' and exists (select from categories c where c.name = n.name);
insert into categories (name, position)
select name, last + row_number() over (order by name)
from named_categories, (select coalesce(max(position), -1) as last from categories where parent is null) as top
where is_new
on conflict (name) do nothing;

-- 3 their names
update categories c set texts = changed_texts(c.texts, n.change)
from named_categories n
where n.name = c.name;

-- 4 the events of the feed
insert into event_outbox (type, data, at)
select 'category.changed', jsonb_build_object('name', name, 'was', name), now()
from named_categories
where change <> '{}'
order by name;

-- 5 what the import has done, of all its batches
insert into category_names as k (name, is_new, was, now)
select n.name, n.is_new, n.was, c.texts from named_categories n join categories c on c.name = n.name
on conflict (name) do update set now = excluded.now;
truncate named_categories
