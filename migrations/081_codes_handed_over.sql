-- A recovery code that the operator hands to somebody who has lost everything else does not last; the owner's own do.
alter table recovery_codes add column expires_at timestamptz;
