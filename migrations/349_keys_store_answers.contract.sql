-- An order claims its Idempotency-Key like every other request, and stores its answer with it.
drop function is_claimed(text, text);
alter table idempotency_keys drop column outcome;
