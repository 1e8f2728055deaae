/** The files and connections that this process may have open. At the limit it refuses connections without a word. */
import { readdir, readFile } from 'node:fs/promises'

export type Descriptors = { used: number; limit: number }

/** @returns undefined where the system does not tell, such as macOS */
export async function readDescriptors(): Promise<Descriptors | undefined> {
  try {
    const [open, limits] = await Promise.all([readdir('/proc/self/fd'), readFile('/proc/self/limits', 'utf8')])
    const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1])
    return Number.isNaN(limit) ? undefined : { used: open.length, limit }
  } catch {
    return undefined
  }
}

/** The share of the limit from which on an operator is told, and the limit that a busy `serve` needs. */
const MANY = 0.8
const FEW = 1024

export function describeDescriptors(descriptors: Descriptors | undefined): { level: 'warn' | 'bad'; text: string }[] {
  if (!descriptors) return []
  const { used, limit } = descriptors
  const repair = 'Raise it: LimitNOFILE in the unit, or ulimit -n.'
  if (used > limit * MANY) {
    const text = `This process has ${used} of ${limit} files and connections open. At the limit it refuses connections. ${repair}`
    return [{ level: 'bad', text }]
  }
  if (limit >= FEW) return []
  return [{ level: 'warn', text: `A process may only have ${limit} files and connections open. ${repair}` }]
}
