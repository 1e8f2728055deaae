-- Emails to unverified addresses are counted where they are asked for, so no limit remembers what it has counted.
alter table budgets drop column counted;
drop function recent_things(text[], timestamptz[], timestamptz, float8);
