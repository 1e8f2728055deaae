-- The options of a product in the words of a language: `[{"name": "Colour", "value": "red"}]` by `[{"text": "red", "translation": "rot"}]`.
-- What has no translation keeps its own word.
create function options_in_words(options jsonb, words jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when words is null or options = '[]' then options else (
    select jsonb_agg(jsonb_build_object(
      'name', coalesce(named.word, option ->> 'name'), 'value', coalesce(valued.word, option ->> 'value')
    ) order by n)
    from jsonb_array_elements(options) with ordinality as e (option, n)
    left join lateral (
      select nullif(w ->> 'translation', '') as word from jsonb_array_elements(words) as w where w ->> 'text' = option ->> 'name' limit 1
    ) as named on true
    left join lateral (
      select nullif(w ->> 'translation', '') as word from jsonb_array_elements(words) as w where w ->> 'text' = option ->> 'value' limit 1
    ) as valued on true
  ) end
$$;
