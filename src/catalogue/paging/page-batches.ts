/** Pages that are asked for at the same moment, read in one statement. */
import type { RawBuilder } from 'kysely'
import { batchInFlight } from '../../database/coalesce.ts'
import { currentLimits, inArea } from '../../database/limits.ts'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { OWN } from '../../database/pooling/own-places.ts'
import type { ProductRow } from '../queries.ts'
import type { Change } from './change-log.ts'
import { MAX_PAGES, type PageRange, pagesOf, shapeOf } from './page-sql.ts'

type Question = { snapshot: string; range: PageRange }
export type PageRow = { items: ProductRow[]; changes: Change[] }

/** Reads pages, and the changes since a snapshot. */
type Read = (
  snapshot: string,
  pages: RawBuilder<unknown>,
) => Promise<{ pages: ProductRow[][]; changes: Change[] } | undefined>

/** Limits the pages of one network in flight. Pages of others wait behind these, not behind a whole flood. */
const PAGES_PER_NETWORK = 2 * MAX_PAGES

/**
 * Pages of a moment that differ only in their values share one statement and one look at the change log. Beside ten rows,
 * the look, the round trip and the work of the driver are most of what a page costs. docs/decisions/026 has the figures.
 */
export class PageBatches {
  readonly #read: Read
  readonly #queue = new FairQueue({ perKey: PAGES_PER_NETWORK, ...OWN })
  readonly #batches = new Map<string, (question: Question) => Promise<PageRow | undefined>>()

  constructor(read: Read) {
    this.#read = read
  }

  /** @param hasOnePlan the statement can be prepared */
  async read(snapshot: string, range: PageRange, hasOnePlan: boolean): Promise<PageRow | undefined> {
    const leave = await this.#queue.enter(currentLimits().network)
    try {
      return await this.#batchOf(range, hasOnePlan)({ snapshot, range })
    } finally {
      leave()
    }
  }

  #batchOf(range: PageRange, hasOnePlan: boolean) {
    const shape = `${shapeOf(range)} ${hasOnePlan}`
    let ask = this.#batches.get(shape)
    if (!ask) {
      ask = batchInFlight(MAX_PAGES, questions =>
        // So these statements leave connections to other requests, also while a lock holds them up.
        inArea('pages of products', () => this.#readAll(questions, hasOnePlan)),
      )
      this.#batches.set(shape, ask)
    }
    return ask
  }

  async #readAll(questions: Question[], hasOnePlan: boolean): Promise<(PageRow | undefined)[]> {
    const answers = new Map<Question, PageRow>()
    // The index may have moved on to another snapshot between two questions.
    const reading = [...Map.groupBy(questions, ({ snapshot }) => snapshot)].map(async ([snapshot, group]) => {
      const ranges = group.map(({ range }) => range)
      const row = await this.#read(snapshot, pagesOf(ranges, { isPrepared: hasOnePlan }))
      for (const [n, items] of (row?.pages ?? []).entries()) answers.set(group[n]!, { items, changes: row!.changes })
    })
    await Promise.all(reading)
    return questions.map(question => answers.get(question))
  }
}
