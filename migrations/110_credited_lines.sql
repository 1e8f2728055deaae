-- A credit note names the lines that it credits, at their rates (src/documents/credited.ts). A worker writes it later, and at least once, so
-- what it is about is kept with its cause.

-- What was paid for these pieces, once they are received. All of a return are its `goods_total`.
alter table return_items add column worth bigint;
alter table return_items add constraint return_items_worth check (worth >= 0);
update return_items ri
set worth = div(paid, whole) * (before + ri.quantity) + least(mod(paid, whole), before + ri.quantity)
  - div(paid, whole) * before - least(mod(paid, whole), before)
from (
  select r.id, i.line, i.unit_price * i.quantity - i.discount as paid, i.quantity as whole,
    coalesce(sum(x.quantity) over (
      partition by r.order_id, i.line order by s.at, r.id rows between unbounded preceding and 1 preceding
    ), 0)::bigint as before
  from returns r
  join return_steps s on s.return_id = r.id and s.state = 'received'
  join return_items x on x.return_id = r.id
  join order_items i on i.order_id = r.order_id and i.line = x.line
) as v
where v.id = ri.return_id and v.line = ri.line;

-- The pieces that an edit took out, and what the VAT of the order went down by: `{lines: […], taxes: [{rate, gross}]}`. Null for an address,
-- and for edits from before this release, whose amount is spread over the rates as before.
alter table order_edits add column taken_out jsonb;
-- The credit note that is about this edit. None while it is still to be written, or was never needed.
alter table order_edits add column document_id uuid;
