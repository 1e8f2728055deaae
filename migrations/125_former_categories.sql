-- Names that categories had before they were renamed or merged, each with the name that it leads to now. Addresses with them stand in
-- bookmarks, newsletters and search engines. A row always names a present category: renaming that one changes it, deleting it
-- takes it away. A category that has the name again comes before it.
create table former_categories (
  name text collate "C" primary key,
  became text collate "C" not null
);
create index former_categories_became on former_categories (became);
