-- A refusal that does not say whom it concerns ("550 Invalid recipient", as OpenSMTPD refuses to relay). It counts when the relay
-- refuses everybody, and suppresses nobody.
alter table refused_recipients add column is_about_address boolean not null default true;
