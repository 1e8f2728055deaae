-- Wrong second factors in a row at step-ups of this session. After ten it ends.
alter table sessions add column wrong_factors smallint not null default 0;
