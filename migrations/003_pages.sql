-- The legal pages of the shop: imprint, terms, privacy, withdrawal and delivery, in each language one row. A row has the
-- draft, in Markdown; `published` is the number of the text that customers read now, and null if there is none. `version`
-- counts the changes of the draft and of what is published: whoever has seen an older one gets 412.
create table pages (
  slug text not null check (slug in ('imprint', 'terms', 'privacy', 'withdrawal', 'delivery')),
  locale text not null check (locale ~ '^[a-z]{2}$'),
  title text not null,
  body text not null,
  published int,
  version int not null default 1,
  changed_at timestamptz not null,
  primary key (slug, locale)
);

-- Every text that was ever published. They stay, because an order refers to the terms that it was placed under. The numbers of
-- a page count its texts in all languages, so a number says for each language which text was in force.
create table page_versions (
  slug text not null,
  number int not null,
  locale text not null,
  title text not null,
  body text not null,
  published_at timestamptz not null,
  published_by uuid not null,
  primary key (slug, number)
);
alter table pages add foreign key (slug, published) references page_versions (slug, number);

-- The newest terms that were in force when the order was placed. Null if there were none.
alter table orders add column terms_version int;
