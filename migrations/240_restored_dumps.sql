-- Where the row was written: the database and the table. A restored dump brings the row to another table, and a copied
-- database to another database, so that both are noticed even in the same PostgreSQL (src/database/history.ts). Null: a
-- release before this one wrote the row.
ALTER TABLE database_history ADD COLUMN place text;
UPDATE database_history h
  SET place = (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || h.tableoid;
