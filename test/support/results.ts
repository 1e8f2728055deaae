import type { TestEvent } from 'node:test/reporters'

/** A line of the file that `test/run.ts` reads: a test has started, or how it ended. */
export type Line = { name: string; state: 'started' | 'passed' | 'failed' }

/** A reporter for `test/run.ts`. A skipped test counts as failed. */
export default async function* report(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    const line = lineOf(event)
    if (line) yield `${JSON.stringify(line)}\n`
  }
}

function lineOf({ type, data }: TestEvent): Line | undefined {
  if (type === 'test:dequeue' && data.type !== 'suite') return { name: data.name, state: 'started' }
  if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') return undefined
  const passed = type === 'test:pass' && !data.skip && !data.todo
  return { name: data.name, state: passed ? 'passed' : 'failed' }
}
