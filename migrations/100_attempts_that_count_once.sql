-- What each counted attempt was for, in the order of `spent`. Only limits that count a thing once use it.
alter table budgets add column counted text[] not null default '{}';
