-- Where a category stands in the shop: below another one, and at a place among its neighbors. A product names its category by text, so
-- that files and programs can bring new ones; such a category has no row, and stands at the end of the top, by its name. Staff give it
-- a row by placing it. A new name reaches the categories below it by the reference.
create table categories (
  name text collate "C" primary key,
  parent text collate "C" references categories on update cascade check (parent <> name),
  position int not null check (position >= 0)
);
create index categories_parent on categories (parent);
