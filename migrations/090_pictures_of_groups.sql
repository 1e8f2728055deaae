-- The pictures that all products of a group share: customers see them behind those of the product. As in `products`.
alter table product_groups add column images jsonb not null default '[]' check (jsonb_typeof(images) = 'array');
