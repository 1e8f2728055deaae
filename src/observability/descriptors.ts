/** The files and connections that this process may have open. At the limit it refuses connections without a word. */
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { SECOND } from '../time.ts'
import type { Finding } from '../words/text.ts'
import { t } from '../words/words.ts'

type Descriptors = { used: number; limit: number }

/** It stays the same, and reading it takes a descriptor. */
let limit: number | undefined

/** @returns undefined where the system does not tell, such as macOS */
export async function readDescriptors(): Promise<Descriptors | undefined> {
  try {
    limit ??= Number(/^Max open files +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1])
    const open = await readdir('/proc/self/fd')
    return Number.isNaN(limit) ? undefined : { used: open.length, limit }
  } catch (error) {
    const isAtLimit = limit !== undefined && (error as NodeJS.ErrnoException).code === 'EMFILE'
    return isAtLimit ? { used: limit!, limit: limit! } : undefined
  }
}

const INTERVAL = 5 * SECOND

/** At the limit, connections are refused without a word, also those of Prometheus. So the log says it before, once each time. */
export function watchDescriptors(log: FastifyBaseLogger): Disposable {
  let isShort = false
  const look = async () => {
    const descriptors = await readDescriptors()
    const wasShort = isShort
    isShort = descriptors !== undefined && descriptors.used > descriptors.limit * NEARLY_ALL
    if (isShort && !wasShort) log.error(descriptors, 'nearly no file or connection is left')
    if (!isShort && wasShort) log.info(descriptors, 'files and connections are left again')
  }
  void look()
  const timer = setInterval(look, INTERVAL).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Warns an operator above this share of the limit, and when the limit is lower than a busy `serve` needs. */
const NEARLY_ALL = 0.8
const LEAST_DESCRIPTORS = 1024

export function describeDescriptors(descriptors: Descriptors | undefined): Finding[] {
  if (!descriptors) return []
  const { used, limit } = descriptors
  if (used > limit * NEARLY_ALL) {
    const text =
      'This process has {used} of {limit} files and connections open. At the limit it refuses connections. Raise it: LimitNOFILE in the unit, or ulimit -n.'
    return [{ level: 'bad', text: t(text, { used, limit }) }]
  }
  if (limit >= LEAST_DESCRIPTORS) return []
  const text =
    'A process may only have {limit} files and connections open. Raise it: LimitNOFILE in the unit, or ulimit -n.'
  return [{ level: 'warn', text: t(text, { limit }) }]
}
