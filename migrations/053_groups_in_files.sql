-- Files of products name a group and the values of a product in any order, so two lists of values are compared without it.
create function sorted_options(options jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(option order by option ->> 'name'), '[]') from jsonb_array_elements(options) as e (option)
$$;

-- The names of the options of a group, or of a list of values.
create function option_names(options jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(option ->> 'name' order by option ->> 'name'), '{}') from jsonb_array_elements(options) as e (option)
$$;

-- An import can change the group of a product too.
create or replace function product_values(p products) returns jsonb language sql stable as $$
  select jsonb_build_object('name', p.name, 'category', p.category, 'price', p.price, 'currency', p.currency,
    'stock', p.stock, 'status', p.status, 'description', p.description, 'tax_class', p.tax_class, 'texts', p.texts,
    'created_at', (extract(epoch from p.created_at) * 1000)::bigint, 'group', p."group", 'options', p.options)
$$;
