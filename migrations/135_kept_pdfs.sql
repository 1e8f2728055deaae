-- The PDF of a document, as it was first drawn (src/documents/paper/kept-pdf.ts). Whoever asks again gets the same bytes, also
-- after a release that draws otherwise. It is drawn when it is first asked for, so documents that nobody reads take no space.
create table document_pdfs (
  -- No foreign key: a document is never deleted, and its own trigger says so to whoever tries.
  document_id uuid primary key,
  pdf bytea not null,
  drawn_at timestamptz not null default now()
);
-- A PDF is compressed already.
alter table document_pdfs alter column pdf set storage external;

-- The only change of a document takes the person out after the retention, and the paper has to go with the person.
create function forget_pdf() returns trigger language plpgsql set search_path from current as $$
begin
  delete from document_pdfs where document_id = new.id;
  return null;
end
$$;
create trigger documents_pdf_forgotten after update on documents for each row execute function forget_pdf();
