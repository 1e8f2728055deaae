-- The words of all product names, so that a search can complete and correct what a visitor types. A catalogue of a million
-- products has some ten thousand words. Words stay when their last product is gone.
create table product_words (word text collate "C" primary key);
insert into product_words (word)
select word from ts_stat('select to_tsvector(''simple'', name) from products where removed_at is null');

-- Without the extension, or the right to install it, a search completes words and does not correct them.
do $$
begin
  create extension if not exists pg_trgm;
  create index product_words_trigrams on product_words using gin (word gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: the search of products does not correct typing mistakes';
end $$;
