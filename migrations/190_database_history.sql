-- Which history of the database this is. A restored backup, and a standby that took over, begin another one. A process that
-- connects compares, so that a database that has lost its last commits is noticed (src/database/history.ts).
CREATE TABLE database_history (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  -- When a process noticed that the database had changed. Null: never.
  changed_at timestamptz,
  -- Until then workers repeat their last endings, and no delivery is claimed. Null: settled.
  settles_at timestamptz,
  -- Workers of the time before whose last endings are not known yet.
  awaited_workers integer[] NOT NULL DEFAULT '{}',
  has_witness boolean NOT NULL DEFAULT false
);
