/** The database cannot be started, for a reason that the operator can fix. Shown as one message without a stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
