-- An announcement says what it is. `service`: what every customer must know, to all of them, as it always was. `news`: only to those
-- who have asked for news and whose address is verified (src/notifications/announcements/preferences.ts).
alter table announcements add column kind text not null default 'service';
alter table announcements add constraint announcements_kind check (kind in ('news', 'service'));
alter table announcement_drafts add column kind text not null default 'service';
alter table announcement_drafts add constraint announcement_drafts_kind check (kind in ('news', 'service'));

-- Who asked for news, and when: the shop has to be able to show it. A consent that was withdrawn keeps both times.
create table news_consents (
  user_id uuid primary key references users (id) on delete cascade,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
