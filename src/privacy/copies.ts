/** Limits how many copies of personal data are in progress at a time. */
import type { FastifyReply } from 'fastify'
import { onceOver } from '../http/bodies/large-bodies.ts'
import { remoteNetwork48 } from '../http/rate-limits/clients.ts'
import { Problem } from '../problems.ts'
import { after, SECOND } from '../time.ts'

/** Number of copies that may be in progress in this process: altogether, and for one network. */
const MAX_COPIES = 8
const COPIES_PER_NETWORK = 2
/** After this time a copy that is still being read makes room for another one. */
const SLOW = 30 * SECOND

type Copy = {
  network: string | undefined
  /** Time when the copy was made, and its client began to read it. */
  readSince?: Date
  end(): void
}

/** The copies in progress by user id, the oldest first. */
const inProgress = new Map<string, Copy>()

/**
 * A copy can have some megabytes, which are in memory until the client has read them. Some dozen at once, of one account or
 * of slow readers, would fill the memory of the process. And clients that read them slowly, or not at all, must not take the
 * places of everybody else: when none is free, a client ends the oldest copy that has been read for long.
 * @throws Problem `rate_limited`
 */
export async function makeCopy<T>(
  { userId, ip, now }: { userId: string; ip: string; now: () => Date },
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const network = remoteNetwork48(ip)
  const slow = inTheWay(userId, network)?.find(({ readSince }) => readSince && after(readSince, SLOW) <= now())
  slow?.end()
  if (inTheWay(userId, network)) {
    const detail = 'Another copy is being made. Try again in 5 seconds.'
    throw new Problem('rate_limited', detail, { retryAfter: 5 })
  }
  // A client may hang up before the work is done, or read for long after it.
  let left = 2
  const leave = () => {
    left--
    if (left === 0) free()
  }
  const free = () => void (inProgress.get(userId) === copy && inProgress.delete(userId))
  const copy: Copy = {
    network,
    end() {
      free()
      reply.raw.destroy()
    },
  }
  inProgress.set(userId, copy)
  onceOver(reply, leave)
  return work().finally(() => {
    copy.readSince = now()
    leave()
  })
}

/** The copies of which one has to end before another one can begin; undefined when there is a free place. */
function inTheWay(userId: string, network: string | undefined): Copy[] | undefined {
  const own = inProgress.get(userId)
  if (own) return [own]
  const all = [...inProgress.values()]
  const ofNetwork = all.filter(copy => network !== undefined && copy.network === network)
  if (ofNetwork.length >= COPIES_PER_NETWORK) return ofNetwork
  return all.length >= MAX_COPIES ? all : undefined
}
