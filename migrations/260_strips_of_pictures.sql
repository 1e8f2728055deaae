-- no transaction
-- Strips of pictures name each by the first letters of its hash (src/catalogue/images/strip.ts).
drop index concurrently if exists image_files_by_code;
create index concurrently image_files_by_code on image_files (left(hash, 8));
