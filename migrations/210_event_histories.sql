-- The histories of the event feed. A database that was set back gives the positions of lost events again. A cursor names
-- its history, so a reader of a lost event is told (src/feed/read.ts).
create table event_histories (
  number integer generated always as identity primary key,
  name text not null unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  -- Events up to here are the same as in the history before.
  begins_after bigint not null
);
insert into event_histories (begins_after) values (0);

create function begin_event_history() returns trigger language plpgsql as $$
begin
  insert into event_histories (begins_after) select position from event_head;
  return null;
end
$$;

-- src/database/history.ts notices the change before any other statement runs on the new primary.
create trigger database_history_changed after update of system_identifier, timeline on database_history
  for each row execute function begin_event_history();
