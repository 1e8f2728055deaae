import type { LogEvent } from 'kysely'
import pg from 'pg'

/*
 * The cost of statements in buffers: pages of 8 KiB that PostgreSQL touched. Unlike times, they are the same on a busy
 * machine.
 */

export type Cost = { buffers: number; milliseconds: number; statements: number }

type Statement = { sql: string; parameters: readonly unknown[] }

/** Collects the statements of an `openDatabase(url, { log: recorder.log })`. */
export class StatementRecorder {
  #statements: Statement[] = []
  /** Statements of the work whose cost was asked for last. */
  get statements(): readonly Statement[] {
    return this.#statements
  }
  readonly log = ({ level, query }: LogEvent): void => {
    if (level === 'query') this.#statements.push({ sql: query.sql, parameters: query.parameters })
  }

  /** Runs `work` and returns what the statements of `work` cost when they run again, in a transaction that is rolled back. */
  async costOf(url: string, work: () => Promise<unknown>): Promise<Cost> {
    this.#statements = []
    await work()
    return costOf(url, this.#statements)
  }
}

/** Runs statements in a transaction that is rolled back, and adds their costs. */
export async function costOf(url: string, statements: readonly Statement[]): Promise<Cost> {
  const client = new pg.Client(url)
  await client.connect()
  const cost = { buffers: 0, milliseconds: 0, statements: 0 }
  try {
    await client.query('begin')
    for (const { sql, parameters } of statements) {
      if (!/^\s*(\/\*.*?\*\/)?\s*(with|select|insert|update|delete)\b/is.test(sql)) continue
      const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${sql}`, [...parameters])
      const { Plan: plan, 'Execution Time': milliseconds } = rows[0]['QUERY PLAN'][0]
      for (const node of [plan, ...runAfterwards(plan)])
        cost.buffers += node['Shared Hit Blocks'] + node['Shared Read Blocks']
      cost.milliseconds += milliseconds
      cost.statements++
    }
    await client.query('rollback')
  } finally {
    await client.end()
  }
  return cost
}

type PlanNode = {
  'Node Type': string
  'Subplan Name'?: string
  'CTE Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** Changes in a `with` whose rows nobody reads. PostgreSQL makes them last, and does not add them to the whole. */
function runAfterwards(plan: PlanNode): PlanNode[] {
  const nodes = withParts(plan)
  const read = new Set(nodes.map(node => node['CTE Name'] && `CTE ${node['CTE Name']}`))
  return nodes
    .filter(node => node['Node Type'] === 'ModifyTable' && !read.has(node['Subplan Name']))
    .filter(node => node['Subplan Name']?.startsWith('CTE '))
}

function withParts(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(withParts)]
}
