import pg from 'pg'

/*
 * A statement that takes BEGIN or COMMIT along in its message. Alone, each costs a message in both directions and two
 * changes of process, which is more than its work.
 *
 * PostgreSQL runs the parts in order and skips the rest after an error. So a statement that failed is not committed, and
 * one whose BEGIN failed did not run. Both are prepared statements with these names, once a connection has used them.
 */
export const [BEGIN, COMMIT] = ['begin', 'commit']

/** Where pg keeps the statements that a connection has prepared. */
type Prepared = { parsedStatements: Record<string, string> }
type Message = { text: string }

export function hasPrepared(client: pg.ClientBase, name: string): boolean {
  return (client as unknown as { connection: Prepared }).connection.parsedStatements[name] !== undefined
}

export class BundledQuery extends pg.Query {
  readonly #commits: boolean
  /** Commands before the statement whose completion is not its own. */
  #before: number

  constructor(config: pg.QueryConfig, { begins, commits }: { begins: boolean; commits: boolean }) {
    super(config)
    this.#before = begins ? 1 : 0
    this.#commits = commits
  }

  /** pg calls it to write the messages of the statement, and sends all of them together. */
  prepare(connection: pg.Connection): void {
    if (this.#before > 0) run(connection, BEGIN)
    inherited.prepare.call(this, connection)
  }

  /** pg calls it behind the description of the statement. */
  _getRows(connection: pg.Connection): void {
    connection.execute({}, true)
    if (this.#commits) run(connection, COMMIT)
    connection.sync()
  }

  handleCommandComplete(message: Message, connection: pg.Connection): void {
    const isOwn = this.#before === 0
    this.#before--
    if (isOwn) inherited.handleCommandComplete.call(this, message, connection)
  }
}

/** The parts of pg.Query that its types leave out. */
const inherited = pg.Query.prototype as unknown as {
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: Message, connection: pg.Connection): void
}

function run(connection: pg.Connection, statement: string): void {
  connection.bind({ statement }, true)
  connection.execute({}, true)
}
