-- A step of an order can be taken back: a parcel that was marked as shipped by mistake, or as delivered too early. `order_steps` keeps
-- the way to the present state, so the step moves here, for the history.
create table order_undone_steps (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  status text not null,
  by_user uuid not null,
  at timestamptz not null,
  undone_by uuid not null,
  undone_at timestamptz not null
);
create index order_undone_steps_order on order_undone_steps (order_id);
-- For the orders that changed since a time.
create index order_undone_steps_undone_at on order_undone_steps (undone_at);

-- The event of a step, so that taking it back can stop its email.
alter table order_steps add column event_id uuid;
