import { readFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'

/** A line of the file that `test/run.ts` reads: a test or a suite has started, how a test ended, or that a suite has. */
export type Line = {
  file: string
  name: string
  state: 'started' | 'passed' | 'failed' | 'ended'
  /** The first lines of what was said about a failure. */
  why?: string
  seconds?: number
  /** Seconds of processor time of the process until then. */
  processor?: number
}

/**
 * A reporter for `test/run.ts`. The files are the outermost suites (`batch.ts`), which run one after the other. A skipped
 * test counts as failed, and so does a suite that fails by itself, for example in a hook.
 */
export default async function* report(events: AsyncIterable<TestEvent>) {
  let file = ''
  for await (const event of events) {
    if (event.type === 'test:dequeue') {
      if (event.data.nesting === 0) file = event.data.name
      yield line({ file, name: event.data.name, state: 'started' })
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { name, details } = event.data
    if (details.type === 'suite') {
      yield line({ file, name, state: 'ended', seconds: details.duration_ms / 1000, processor: processorSeconds() })
    }
    if (details.type !== 'suite' && passed(event)) yield line({ file, name, state: 'passed' })
    else if (details.type !== 'suite' || brokeItself(event))
      yield line({ file, name, state: 'failed', why: why(event) })
  }
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>

function passed({ type, data }: Ended): boolean {
  return type === 'test:pass' && !data.skip && !data.todo
}

function brokeItself({ type, data }: Ended): boolean {
  if (type !== 'test:fail') return false
  return (data.details.error as Error & { failureType?: string }).failureType !== 'subtestsFailed'
}

function why({ type, data }: Ended): string {
  if (type !== 'test:fail') return data.skip || data.todo ? 'skipped' : ''
  const { error } = data.details
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  return cause.split('\n').slice(0, 12).join('\n')
}

/**
 * Adds that of the processes that it started and that have ended, where Linux says so (proc_pid_stat(5), fields 14 to
 * 17).
 */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenSeconds()
}

function childrenSeconds(): number {
  try {
    // After the name of the program, which may contain spaces, comes the third field. A tick is a hundredth of a second.
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(/\) (?=[^)]*$)/)
    const [user, system] = fields!.split(' ').slice(13)
    return (Number(user) + Number(system)) / 100
  } catch {
    return 0
  }
}

function line(line: Line): string {
  return `${JSON.stringify(line)}\n`
}
