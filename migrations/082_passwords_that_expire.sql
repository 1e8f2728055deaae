-- A password that was made up for somebody lasts a day, unless they set one of their own (then null again).
alter table users add column password_expires_at timestamptz;
