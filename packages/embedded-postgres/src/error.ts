/** A database that cannot be started, for a reason that the operator can do something about: one message, no stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
