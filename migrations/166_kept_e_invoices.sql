-- The e-invoice of a document in each profile, as it was first written (src/documents/e-invoice/kept-xml.ts). An e-invoice is an original,
-- so everybody gets the same bytes, also after a release that writes otherwise. It is written when it is first asked for.
create table document_xmls (
  -- No foreign key, as in document_pdfs: a document is never deleted, and its own trigger says so to whoever tries.
  document_id uuid not null,
  profile text not null,
  xml text not null,
  written_at timestamptz not null default now(),
  primary key (document_id, profile)
);

-- When the retention has ended, the person goes from the paper and from these.
create function forget_xmls() returns trigger language plpgsql set search_path from current as $$
begin
  delete from document_xmls where document_id = new.id;
  return null;
end
$$;
create trigger documents_xmls_forgotten after update on documents for each row execute function forget_xmls();
