-- The names of a category in the languages of the shop. Products, files and programs go on naming a category by its `name`.
alter table categories add column texts jsonb not null default '{}';
