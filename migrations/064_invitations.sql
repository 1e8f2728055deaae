-- An admin invites a colleague by email. A row is one invitation; the link in its email carries the id and a signature of it, so
-- no token is stored (src/accounts/staff/invitations.ts). One conditional statement accepts it, and the unique index decides which
-- of two invitations of the same address is the one that is open.
create table staff_invitations (
  id uuid primary key,
  email text not null check (char_length(email) <= 254),
  email_key text not null generated always as (lower(email)) stored,
  role text not null check (role in ('staff', 'admin')),
  permissions text[] not null check (permissions <@ '{orders,products,customers,money,settings}'::text[]),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- The newest email.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index staff_invitations_open on staff_invitations (email_key) where accepted_at is null and withdrawn_at is null;
create index staff_invitations_inviter on staff_invitations (invited_by) where invited_by is not null;

-- Of a registration that began with the link of an invitation: its first code accepts the invitation too. No foreign key, because it
-- means something only until then.
alter table users add column invitation_id uuid;
create index users_staff on users (id) where role <> 'customer';
