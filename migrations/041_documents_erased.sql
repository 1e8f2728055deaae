-- The cleanup takes the person out of documents whose retention has ended (src/documents/retention.ts). It looks for them by age.
create index documents_to_erase on documents (issued_at) where erased_at is null;
-- Orders whose customer has deleted the account keep their country as long as documents are kept. Older ones have it in the
-- address alone.
update orders set tax_country = delivery_address ->> 'country' where tax_country is null and delivery_address is not null;
