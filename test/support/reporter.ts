import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'

const TOTAL = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

/** Prints the tests of one file as a tree, without totals: `test/run.ts` prints the totals of all files. */
export default async function* report(events: AsyncIterable<TestEvent>) {
  yield* Readable.from(withoutTotals(events)).compose(new spec())
}

async function* withoutTotals(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    if (event.type !== 'test:diagnostic' || !TOTAL.test(event.data.message)) yield event
  }
}
