-- Who still speaks which version of the API: one row for each day, version and client, summed up in batches.
create table version_usage (
  day date not null,
  version text not null,
  -- `key:<id>` of an API key, or the first product of the User-Agent.
  client text not null,
  requests bigint not null check (requests > 0),
  primary key (day, version, client)
);
