-- A draft is kept only while it differs from what customers see.
alter table home_page alter column draft drop not null;
update home_page set draft = null where draft = published;
