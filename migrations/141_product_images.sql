-- The pictures of a product, in order, as the API shows them: {url, alt, width, height}. They are part of its row, so that a
-- list of products needs no other table.
alter table products add column images jsonb not null default '[]';

-- The files of pictures. The hash is that of the uploaded bytes, so the same picture is stored once, and a file never changes.
create table image_files (
  hash text not null,
  name text not null,
  content bytea not null,
  primary key (hash, name)
);
