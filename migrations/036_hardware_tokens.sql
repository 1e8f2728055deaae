-- OATH tokens that the operator has imported. The seed is sealed; assigned ones have a factor.
create table hardware_tokens (
  serial text primary key,
  secret bytea not null,
  imported_at timestamptz not null,
  factor_id uuid constraint hardware_tokens_factor_unique unique references second_factors (id) on delete set null
);
