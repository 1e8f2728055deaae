-- The groups that an import has made. They go when it is taken back, unless somebody has put other products into them.
alter table product_imports add column new_groups bigint[] not null default '{}';
