-- Since when no product shows a picture. The cleanup deletes it half a year later, because emails show it too.
alter table image_files add column unused_since timestamptz;
create index image_files_unused_since on image_files (unused_since) where unused_since is not null;
