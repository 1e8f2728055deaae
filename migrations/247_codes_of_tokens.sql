-- Hardware tokens are sold that change their code each minute, show eight digits, or make them with SHA-2. Authenticators that
-- Semel enrols keep to six digits, 30 seconds and SHA-1.
alter table hardware_tokens
  add column step_seconds int not null default 30,
  add column digits int not null default 6,
  add column digest text not null default 'sha1';
alter table second_factors
  add column step_seconds int not null default 30,
  add column digits int not null default 6,
  add column digest text not null default 'sha1';
