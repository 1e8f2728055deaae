/** Statements that each connection parses and plans only once: the mark, and the connection that looks for it. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isOutdated } from './errors.ts'
import { DeadlineClient } from './pooling/client.ts'

/**
 * Marks a statement for preparation: each connection parses it once, and keeps its plan if that is as good as a plan for
 * the given values. Use it for statements that run with every request and have one good plan. docs/decisions/0053 says
 * why not every statement is prepared, and has the figures.
 */
export const PREPARED = sql.raw('/* prepared */')

export class PreparingClient extends DeadlineClient {
  #prepares = true

  // biome-ignore lint/suspicious/noExplicitAny: pg.Client's query has many overloads; this changes the one that Kysely uses
  override query(text: any, values?: any, callback?: any): any {
    if (!this.#prepares || typeof text !== 'string' || !text.includes('/* prepared */'))
      return super.query(text, values, callback)
    const answer = super.query({ name: nameOf(text), text, values }, callback)
    // A migration has changed the type of a column, so the prepared statements of this connection fail from now on.
    answer?.catch((error: unknown) => {
      if (isOutdated(error)) this.#prepares = false
    })
    return answer
  }
}

function nameOf(statement: string): string {
  let name = names.get(statement)
  if (name === undefined) {
    name = createHash('sha256').update(statement).digest('base64url').slice(0, 16)
    names.set(statement, name)
  }
  return name
}

const names = new Map<string, string>()
