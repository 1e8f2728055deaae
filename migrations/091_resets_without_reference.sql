-- The check of the reference ran at the commit, and only where there was an account: an answer's time told so. A link of
-- an account that is gone opens nothing, and is forgotten like any other that has expired.
alter table password_resets drop constraint password_resets_user_id_fkey;
