-- Staff put an order right before it is shipped: they change the price of a line, add a line or give a discount, so an order can also cost
-- more than before.
alter table order_edits drop constraint order_edits_total;
-- A further discount on the goods, in all.
alter table order_edits add column discount bigint;
-- The invoice was written before, so a credit note corrects it. Null on edits from before: then the totals say it.
alter table order_edits add column after_invoice boolean;

-- A payment at a provider has brought all that the order cost then. What was added later is paid by another one.
alter table payments add column is_complete boolean not null default false;
drop index payments_live;
create unique index payments_live on payments (order_id)
  where state in ('created', 'pending', 'processing', 'authorized', 'cancelling', 'captured')
    and not is_surplus and not had_chargeback and not is_complete;
