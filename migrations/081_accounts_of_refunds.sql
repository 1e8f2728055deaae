-- Where the money for a return goes when the customer has paid by bank transfer. The account from which it came is not known
-- here. It is the customer's word, so it goes when the account is deleted.
alter table returns add column refund_iban text;
