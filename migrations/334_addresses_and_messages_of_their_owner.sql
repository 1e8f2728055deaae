-- Whether the address was verified in a session of the account: only then are reader of the mailbox and owner of the account surely
-- the same person. Until then the reader can take the address back.
alter table users add column email_verified_in_session boolean not null default false;
-- Who was signed in when the message was sent.
alter table contact_messages add column user_id uuid;
alter table contact_messages add constraint contact_messages_user_id_fkey foreign key (user_id) references users on delete set null;
