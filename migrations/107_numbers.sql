-- Numbers that people have in their hands: of invoices, credit notes and orders of a former shop, found without their signs.
-- As plainLabel (src/orders/references/read.ts) writes them.
create index documents_plain_label on documents ((regexp_replace(upper(label), '[^A-Z0-9]', '', 'g')));
create index past_orders_plain_number on past_orders ((regexp_replace(upper(number), '[^A-Z0-9]', '', 'g')));
