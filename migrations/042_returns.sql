-- Returns: pieces of an order that come back (src/returns/states.ts tells how a return lives).
--
-- `order_items.returned` counts the pieces that somebody wants to send back or has sent back: it rises when a return is asked for,
-- by one conditional update, and falls when the return is declined. So of two returns that want the last piece, one gets it.
-- The check is the last line of defence.
alter table order_items add column returned int not null default 0;
alter table order_items add constraint order_items_returned check (returned between 0 and quantity);

create table returns (
  id uuid primary key,
  order_id bigint not null references orders (id),
  state text not null default 'requested' check (state in ('requested', 'approved', 'received', 'closed', 'declined')),
  -- Why the customer sends it back, in the customer's words.
  reason text,
  -- What the shop tells the customer with its decision.
  answer text,
  -- Where the customer finds the label for the parcel.
  label text,
  -- What goes back for it by the rules (src/returns/value.ts), once it is received: the goods, and the delivery if with this
  -- return the whole order has come back.
  goods_total bigint check (goods_total >= 0),
  delivery_total bigint check (delivery_total >= 0)
);
create index returns_order on returns (order_id, id);
create index returns_state on returns (state, id desc);
-- The delivery of an order goes back once.
create unique index returns_with_delivery on returns (order_id) where delivery_total > 0;

create table return_items (
  return_id uuid not null references returns (id),
  -- Of the order.
  line smallint not null,
  quantity int not null check (quantity > 0),
  -- How many of them are in stock again. Null: not received yet.
  restocked int check (restocked between 0 and quantity),
  primary key (return_id, line)
);

-- A state is entered at most once, so the key makes it impossible to take a step twice.
create table return_steps (
  return_id uuid not null references returns (id),
  state text not null,
  by_user uuid not null,
  at timestamptz not null,
  primary key (return_id, state)
);
-- For the orders that changed since a time.
create index return_steps_at on return_steps (at);

-- The money that went back for a return. The key decides when two of the staff refund one return.
alter table refunds add column return_id uuid references returns (id);
alter table refunds add constraint refunds_once_for_a_return unique (return_id);
