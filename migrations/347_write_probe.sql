-- /readyz and the metrics insert a row here and take it back: the only proof that writes work.
create table write_probe (at timestamptz not null default now());
