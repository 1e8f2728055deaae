-- no transaction
-- For the cleanup, which keeps the files of pictures that a product shows.
drop index concurrently if exists products_images;
create index concurrently products_images on products using gin (images jsonb_path_ops) where images <> '[]';
