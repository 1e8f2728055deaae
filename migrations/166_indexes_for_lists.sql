-- no transaction
drop index concurrently if exists order_items_product;
create index concurrently order_items_product on order_items (product_id, order_id);
drop index concurrently if exists orders_total;
create index concurrently orders_total on orders (total, id);
drop index concurrently if exists orders_owner_total;
create index concurrently orders_owner_total on orders (owner_id, total, id);
drop index concurrently if exists orders_placed_at;
create index concurrently orders_placed_at on orders (placed_at, id);
drop index concurrently if exists audit_log_action;
create index concurrently audit_log_action on audit_log (action, id);
drop index concurrently if exists users_email_prefix;
create index concurrently users_email_prefix on users (email_key text_pattern_ops) include (id);
drop index concurrently if exists users_name_prefix;
create index concurrently users_name_prefix on users (lower(user_name) text_pattern_ops) include (id);
