-- A step for many orders, or the numbers of their parcels, from a table or a file of a carrier. The rows are the orders as they were
-- chosen. A worker takes them a few at a time, and each row keeps what became of it, so a worker that dies loses nothing.
create table order_batches (
  id uuid primary key,
  step text not null check (step in ('process', 'ship', 'deliver', 'mark-paid', 'undo-ship', 'undo-deliver')),
  -- open: a person looks at the rows of a file first
  state text not null check (state in ('open', 'running', 'done')),
  by_user uuid not null,
  -- Milliseconds that emails wait, so that the batch can be taken back.
  hold integer not null default 0,
  -- The batch that this one takes back. Of two people who take it back, one does.
  undoes uuid unique references order_batches (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index order_batches_running on order_batches (created_at) where state = 'running';
create index order_batches_expires_at on order_batches (expires_at);

create table order_batch_rows (
  batch_id uuid not null references order_batches (id) on delete cascade,
  -- The line of a file, or the place in the request.
  row integer not null,
  order_id bigint references orders (id),
  -- The order as the file or the request names it.
  named text not null,
  tracking_number text,
  carrier text,
  postcode text,
  outcome text check (outcome in ('moved', 'numbered', 'known', 'refused')),
  code text,
  explanation text,
  primary key (batch_id, row)
);
create index order_batch_rows_waiting on order_batch_rows (batch_id, order_id, row) where outcome is null;
