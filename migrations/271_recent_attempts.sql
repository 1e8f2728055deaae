-- Of the times of a rate limit those that still count, oldest first, and what they were counted for (src/http/rate-limits.ts).
-- In plpgsql, which keeps the plan. Immutable functions may be called on a conflict where subqueries are refused.
create function recent(times timestamptz[], now timestamptz, seconds float8) returns timestamptz[]
language plpgsql immutable as $$
begin
  return array(
    select t from unnest(times) with ordinality as u (t, n) where now - t < make_interval(secs => seconds) order by t, n
  );
end $$;

create function recent_things(things text[], times timestamptz[], now timestamptz, seconds float8) returns text[]
language plpgsql immutable as $$
begin
  return array(
    select k from unnest(times, things) with ordinality as u (t, k, n)
    where now - t < make_interval(secs => seconds) order by t, n
  );
end $$;
