/** Passwords: argon2id (RFC 9106) from Node's own crypto, stored as PHC strings. Never call this inside a transaction. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { PasswordCost } from '../../context.ts'
import { currentLimits } from '../../database/limits.ts'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { currentRequest } from '../../http/current-request.ts'
import { Problem } from '../../problems.ts'
import { comparisonWith } from './imported/hashes.ts'

const derive = promisify(argon2)

/** The first choice of OWASP: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memory: 19456, passes: 2, parallelism: 1 }

/**
 * @param nonce the salt; only for hashes that `findFitting` compares with one another
 * @returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash`
 */
export async function hashPassword(password: string, cost = COST, nonce = randomBytes(16)): Promise<string> {
  const hash = await compute(password, { ...cost, nonce, tagLength: 32 })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`
}

/** @param stored undefined for an unknown account: a hash is computed all the same */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  unknownCost = COST,
): Promise<boolean> {
  return (await findFitting(stored === undefined ? [] : [stored], password, unknownCost)) !== undefined
}

/**
 * The first of several hashes that the password fits. It computes one hash, with the salt and cost of the first, for any
 * number of them, so the time does not tell how many there are, or whether there is any. One with another salt never fits.
 * @param unknownCost what the hash costs when there is none, or when the first text is no hash
 */
export async function findFitting(
  stored: readonly string[],
  password: string,
  unknownCost = COST,
): Promise<string | undefined> {
  // Only accounts have imported hashes, and an account has a single hash, so there is no other to compare.
  const imported = stored[0] === undefined ? undefined : comparisonWith(stored[0], OWN.test(stored[0]))
  if (imported) return (await inTurn(queueFor(imported), () => imported.fits(password))) ? stored[0] : undefined
  const parsed = stored[0] === undefined ? undefined : parse(stored[0])
  const { cost, nonce, hash } = parsed ?? { cost: unknownCost, ...DECOY }
  const computed = await compute(password, { ...cost, nonce, tagLength: hash.length })
  const fitting = stored.filter(text => {
    const other = parse(text)
    return other?.nonce.equals(nonce) && other.hash.length === computed.length && timingSafeEqual(other.hash, computed)
  })
  return fitting[0]
}

/** Tests whether the next right password should be hashed anew: another program made the hash, or at another cost. */
export function isOutdated(stored: string, { memory, passes, parallelism } = COST): boolean {
  const cost = parse(stored)?.cost
  return cost?.memory !== memory || cost.passes !== passes || cost.parallelism !== parallelism
}

/** Hashes of 19 MiB, and the cheap ones of tests. `users_foreign_password_hash` is an index of all the others. */
const OWN = /^\$argon2id\$v=19\$m=(\d{1,4}|19456,t=2,p=1)[,$]/

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[\w+/-]+)\$(?<hash>[\w+/-]+)$/

function parse(stored: string) {
  const parts = PHC.exec(stored)?.groups
  if (!parts) return undefined
  const { memory, passes, parallelism, nonce, hash } = parts as Record<string, string>
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

const DECOY = { nonce: randomBytes(16), hash: randomBytes(32) }

/** Normalized, because another keyboard may send the same characters in another form (NIST SP 800-63B §3.1.1.2). */
async function compute(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  return inTurn(queueFor(parameters), () => derive('argon2id', { ...parameters, message: password.normalize('NFKC') }))
}

async function inTurn<T>(queue: FairQueue, work: () => Promise<T>): Promise<T> {
  const leave = await queue.enter(currentLimits().network, currentRequest()?.isGone)
  try {
    return await work()
  } finally {
    leave()
  }
}

/**
 * A hash takes 19 MiB and some 30 ms of a core, which makes it the cheapest way to keep Semel busy. So a few run at a time, in
 * the four threads of Node's pool. More than one for each core would only take memory. A refusal depends on no account, so it
 * tells nothing.
 */
const hashes = openQueue(Math.min(4, Math.max(2, availableParallelism())))
/** A hash with more memory than ours, which an import may bring, takes up to five times as much. One is checked at a time. */
const heavyHashes = openQueue(1)

function queueFor({ memory }: { memory: number }): FairQueue {
  return memory > COST.memory ? heavyHashes : hashes
}

function openQueue(places: number): FairQueue {
  return new FairQueue({
    places,
    waitingPerKey: 40,
    waiting: 1000,
    refusal: () => {
      const detail = 'Too many passwords from your network are being checked. Try again in 5 seconds.'
      return new Problem('rate_limited', detail, { retryAfter: 5 })
    },
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
