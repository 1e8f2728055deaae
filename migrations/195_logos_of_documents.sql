-- no transaction
drop index concurrently if exists documents_by_logo;
-- A document names the logo that it was written with, so the cleanup of pictures keeps its files (src/catalogue/images/images.ts).
create index concurrently documents_by_logo on documents ((content -> 'seller' ->> 'logo')) where content -> 'seller' ? 'logo';
