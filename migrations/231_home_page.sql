-- The home page is made of blocks. Staff write a draft, and customers read what was published last. Without a row, or before the first
-- publication, the home page is made of the settings, as before.
create table home_page (
  singleton boolean primary key default true check (singleton),
  draft jsonb not null check (jsonb_typeof(draft) = 'array'),
  published jsonb check (jsonb_typeof(published) = 'array'),
  version int not null,
  changed_at timestamptz(3) not null
);

-- Pictures of blocks. The files are in image_files. A picture of the time before has no measures.
create table site_pictures (
  hash text primary key,
  title text not null,
  width int,
  height int,
  added_at timestamptz(3) not null
);
insert into site_pictures (hash, title, added_at)
select settings ->> 'homePicture', 'Home page', now() from shop_settings where settings ->> 'homePicture' is not null;
