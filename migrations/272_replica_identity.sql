-- Tables without a primary key. Logical replication, by which an engine moves a shop to another machine, has to find their rows.
alter table event_head replica identity full;
alter table product_changes replica identity full;
alter table product_changes_forgotten replica identity full;
