-- A text that the shop lacks in the language of its reader is read in the shop's main language, as pages do (src/shop/in-words.ts).
-- A product mostly has the name of its group, whose text it then needs no second time. One expression, so that PostgreSQL inlines it.
create function product_name_in(locale text, main text, texts jsonb, group_texts jsonb) returns text
language sql immutable parallel safe as $$
  select coalesce(
    nullif(texts -> locale ->> 'name', ''),
    nullif(group_texts -> locale ->> 'name', ''),
    nullif(texts -> main ->> 'name', ''),
    nullif(group_texts -> main ->> 'name', '')
  )
$$;

-- The words in both languages come one after the other, so one without a translation gives way to the next.
create or replace function options_in_words(options jsonb, words jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when words is null or options = '[]' then options else (
    select jsonb_agg(jsonb_build_object(
      'name', coalesce(named.word, option ->> 'name'), 'value', coalesce(valued.word, option ->> 'value')
    ) order by n)
    from jsonb_array_elements(options) with ordinality as e (option, n)
    left join lateral (
      select w ->> 'translation' as word from jsonb_array_elements(words) with ordinality as o (w, at)
      where w ->> 'text' = option ->> 'name' and w ->> 'translation' <> '' order by at limit 1
    ) as named on true
    left join lateral (
      select w ->> 'translation' as word from jsonb_array_elements(words) with ordinality as o (w, at)
      where w ->> 'text' = option ->> 'value' and w ->> 'translation' <> '' order by at limit 1
    ) as valued on true
  ) end
$$;
