-- The search finds what people mean. Both sides of a comparison are folded: what products say, when they are written, and
-- what was typed. docs/decisions/025 tells why. PostgreSQL writes the table of products anew, while the shop waits.

-- Text without what people do not type: no accents, no capital letters, ss for ß, one form of each character, whatever its
-- width. This is the only place that says so. `normalize` takes accents from their letters, so that they can be left out; the
-- letters of `translate` and `replace` are those that Unicode does not take apart.
create function fold(t text) returns text language sql immutable strict parallel safe
return case when octet_length(t) = length(t) then lower(t) else normalize(replace(replace(replace(replace(
  translate(
    regexp_replace(lower(normalize(t, nfkd)), '[\u0300-\u036f\u0591-\u05bd\u064b-\u0652]+', '', 'g'),
    'ØøŁłĐđÐðĦħıÆŒÞẞς', 'oollddddhhiæœþßσ'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), nfkc) end;

-- Scripts without spaces between words: each character is a word, and a search asks for them in a row.
create function apart(t text) returns text language sql immutable strict parallel safe
return case when octet_length(t) = length(t) then t else regexp_replace(t, '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])', ' \1 ', 'g') end;

-- Without hyphens, apostrophes and the like: a space for each, or nothing.
create function without_marks(t text, instead text) returns text language sql immutable strict parallel safe
return regexp_replace(t, '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a1-\u00bf\u2000-\u206f\u3000-\u303f]+', instead, 'g');

-- Folded words with a space between them. PostgreSQL's own parser takes SEA-003 for a word and a negative number.
create function search_words(t text) returns text language sql immutable strict parallel safe
return apart(without_marks(fold(t), ' '));

-- The words of a product in all its languages: as they stand, and by their stems, so that "the Lamps" and "Lampen" find a
-- lamp. Name and description may be in any language of the shop. A T-Shirt is a tshirt too: dictionaries forget the single t.
create function words_of_product(name text, sku text, description text, texts jsonb) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  joined text := without_marks(fold(name || ' ' || sku), '');
  product text := search_words(name || ' ' || sku || ' ' || description);
  en text := search_words(concat_ws(' ', texts #>> '{en,name}', texts #>> '{en,description}'));
  de text := search_words(concat_ws(' ', texts #>> '{de,name}', texts #>> '{de,description}'));
  fr text := search_words(concat_ws(' ', texts #>> '{fr,name}', texts #>> '{fr,description}'));
begin
  return to_tsvector('simple', product || ' ' || en || ' ' || de || ' ' || fr)
    || to_tsvector('english', joined || ' ' || product || ' ' || en)
    || to_tsvector('german', joined || ' ' || product || ' ' || de)
    || to_tsvector('french', joined || ' ' || product || ' ' || fr);
end $$;

-- Names and SKU, for parts of words: once with a space for each hyphen and apostrophe, and once without them, so that
-- "tshirt" finds a T-Shirt, and "avca1h" the SKU AVC-A1H. A space in front marks the beginning of each word.
create function parts_of_product(name text, sku text, texts jsonb) returns text
language plpgsql immutable parallel safe set search_path from current as $$
declare
  folded text := fold(concat_ws(' ', name, sku, texts #>> '{en,name}', texts #>> '{de,name}', texts #>> '{fr,name}'));
begin
  return ' ' || without_marks(folded, ' ') || ' ' || without_marks(folded, '');
end $$;

alter table products drop column words;
alter table products
  add column words tsvector not null generated always as (words_of_product(product_title(name, options), sku, description, texts)) stored,
  add column parts text not null generated always as (parts_of_product(product_title(name, options), sku, texts)) stored;
create index products_words on products using gin (words) where removed_at is null;

-- Without the extension, a search for a part of a word reads all products.
do $$ begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index products_parts on products using gin (parts gin_trgm_ops) where removed_at is null;
  end if;
end $$;

-- The list of words is folded too.
delete from product_words;
insert into product_words (word)
select word from ts_stat('select to_tsvector(''simple'', search_words(name)) from products where removed_at is null')
on conflict do nothing;

-- A list shows the VAT class and the texts as well, so a change of them is a change of what the lists show.
create or replace trigger product_changes_other after update on products
  for each row when (
    new.removed_at is null
    and (old.category, old.status, old.name, old.price, old.created_at, old.removed_at, old.is_listed)
      is not distinct from (new.category, new.status, new.name, new.price, new.created_at, new.removed_at, new.is_listed)
    and (old.sku, old.currency, old.stock, old.description, old.images, old."group", old.options, old.tax_class, old.texts)
      is distinct from (new.sku, new.currency, new.stock, new.description, new.images, new."group", new.options, new.tax_class, new.texts)
  ) execute function product_shows_something_else();
