-- Whether a request has claimed an idempotency key. A volatile function sees what others have committed until then, which the rest of
-- the statement that places orders does not. And it always uses the index, while the plan of a statement is kept though the table
-- grows from a few rows to very many.
do $$
begin
  execute format(
    $function$
      create function is_claimed(owner_of_key text, idempotency_key text) returns boolean language plpgsql volatile
      set enable_seqscan = off set search_path = %s as $body$
      begin
        return exists (select from idempotency_keys where owner = owner_of_key and key = idempotency_key);
      end
      $body$
    $function$,
    (select string_agg(quote_ident(trim(name, ' "')), ', ') from string_to_table(current_setting('search_path'), ',') as name)
  );
end $$;
