-- "1½ l" was found as 11 and 2, because the parts of ½ joined the digit before it. A space in front keeps them apart, as `unaccent` of
-- PostgreSQL 18 does. src/catalogue/search/search-text.ts does the same with what was typed.
create or replace function fold(t text) returns text language sql immutable strict parallel safe
return case when octet_length(t) = length(t) then lower(t) else normalize(replace(replace(replace(replace(
  translate(
    regexp_replace(
      lower(normalize(regexp_replace(t, '([0-9])([\u00bc-\u00be\u2150-\u215e\u2189])', '\1 \2', 'g'), nfkd)),
      '[\u0300-\u036f\u0591-\u05bd\u064b-\u0652]+', '', 'g'
    ),
    'ØøŁłĐđÐðĦħıÆŒÞẞς', 'oollddddhhiæœþßσ'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), nfkc) end;

-- Computes the stored columns of products with such a number anew. Others keep what they have.
update products set name = name
where concat_ws(' ', name, sku, description, texts, options) ~ '[0-9][\u00bc-\u00be\u2150-\u215e\u2189]';

insert into product_words (word)
select word from ts_stat($$
  select to_tsvector('simple', search_words(name)) from products
  where removed_at is null and name ~ '[0-9][\u00bc-\u00be\u2150-\u215e\u2189]'
$$)
order by word
on conflict do nothing;
