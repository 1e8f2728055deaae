-- no transaction
drop index concurrently if exists refunds_part_of;
create index concurrently refunds_part_of on refunds (part_of) where part_of is not null;
