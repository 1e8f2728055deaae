-- The name and the description of a product in other languages than that of its own two columns:
-- {"de": {"name": …, "description": …}}. They are in the row, like the pictures, so that a list of products needs no other
-- table, and one index finds the words of all languages.
alter table products add column texts jsonb not null default '{}';

-- Words as they stand and by their stems in each language, so that "the Lamps", "lamp" and "Lampen" find a lamp. The text
-- of the columns `name` and `description` may be in any language of the shop. `products_words` is as it was.
alter table products drop column words;
alter table products add column words tsvector not null generated always as (
  to_tsvector('simple', name || ' ' || description) || to_tsvector('english', name || ' ' || description)
  || to_tsvector('german', name || ' ' || description) || to_tsvector('french', name || ' ' || description)
  || to_tsvector('simple', texts) || to_tsvector('english', coalesce(texts -> 'en', '{}'))
  || to_tsvector('german', coalesce(texts -> 'de', '{}')) || to_tsvector('french', coalesce(texts -> 'fr', '{}'))
) stored;
create index products_words on products using gin (words) where removed_at is null;

-- The texts after a change, which names languages and parts of them. Null for a language, or '' for a part, takes it away.
create function changed_texts(texts jsonb, change jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(language, text) filter (where text <> '{}'), '{}')
  from jsonb_object_keys(texts || change) as language, lateral (
    select coalesce(jsonb_object_agg(key, value) filter (where value <> '""'), '{}') as text
    from jsonb_each(case when change -> language = 'null' then '{}'
      else coalesce(texts -> language, '{}') || coalesce(change -> language, '{}') end)
  ) as merged
$$;
