export type EmbeddedOptions = {
  /** Uses the database of a running Semel, or else owns it while the command runs. Meant for short commands. */
  join?: boolean
  /** Off only in tests, where losing everything at a power cut does not matter. */
  fsync?: boolean
  /** Called when PostgreSQL ended by itself, and when it is back. */
  notice?: (message: string) => void
}

export type Embedded = AsyncDisposable & {
  /** Names the database `semel`; other databases of the server differ only in the path. */
  url: string
  owned: boolean
  close(): Promise<void>
}
