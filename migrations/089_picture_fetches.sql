-- Pictures that an import names by their addresses. A worker fetches each one, and the row goes with the picture's arrival: what is here
-- is still to come, or has failed with its reason. Nobody but the worker that moved `due_at` on fetches it until then; one that dies
-- leaves it to the next. The same bytes twice are one picture, so a fetch that is repeated changes nothing.
create table picture_fetches (
  id bigint generated always as identity primary key,
  import_id uuid not null references product_imports on delete cascade,
  product_id bigint not null,
  url text not null,
  attempts int not null default 0,
  -- Null: it has failed for good.
  due_at timestamptz default now(),
  failure text,
  unique (product_id, url)
);
create index picture_fetches_due on picture_fetches (due_at) where due_at is not null;
create index picture_fetches_import on picture_fetches (import_id);
