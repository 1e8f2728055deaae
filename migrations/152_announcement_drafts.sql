-- An announcement is looked at and tried before it is published. A draft becomes one announcement at most.
create table announcement_drafts (
  id uuid,
  subject text not null,
  message text not null,
  ordered_from timestamptz,
  ordered_before timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  announcement_id uuid,
  constraint announcement_drafts_pkey primary key (id),
  constraint announcement_drafts_created_by_fkey foreign key (created_by) references users (id) on delete set null,
  constraint announcement_drafts_announcement_id_fkey foreign key (announcement_id) references announcements (id)
);
create index announcement_drafts_open on announcement_drafts (id) where announcement_id is null;
