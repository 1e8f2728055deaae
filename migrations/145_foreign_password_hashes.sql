-- Finds at once whether any password hash costs another time than ours: one of another program, or one of argon2id with more memory.
create index users_foreign_password_hash on users (id)
  where password_hash !~ '^(\$argon2id\$v=19\$m=(\d{1,4}|19456,t=2,p=1)[,$]|$)';
