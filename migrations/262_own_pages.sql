-- Pages that the shop writes, of the same blocks as its home page. A page without `published` is a draft.
create table own_pages (
  id uuid primary key,
  slug text not null unique,
  title jsonb not null,
  draft jsonb check (jsonb_typeof(draft) = 'array'),
  published jsonb check (jsonb_typeof(published) = 'array'),
  version int not null,
  changed_at timestamptz(3) not null
);

-- Addresses that a page had before. They lead to the one that it has now.
create table own_page_addresses (
  slug text primary key,
  page_id uuid not null references own_pages on delete cascade
);
create index own_page_addresses_page_id on own_page_addresses (page_id);
