/**
 * Idempotent requests: a client can repeat a POST with the same `Idempotency-Key`, and the work is done once
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * An insert claims the key in the transaction that does the work, and the answer is stored in the same transaction. So a
 * repeat meets one of three cases. The unique key decides which, not a read before it:
 *
 * - the first request is committed: its stored answer is sent again;
 * - the first request is still in flight: its insert makes the repeat wait, for at most REPEAT_WAIT, then 409;
 * - the first request failed, or its process died: its claim is gone like its work, and the repeat is the first.
 *
 * Secrets that an answer shows once are stored apart and soon deleted (`Answer.secrets`).
 *
 * Errors are therefore not stored. They changed nothing, so a repeat may succeed (stock that came back).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { retryOnDeadlock } from '../../database/errors.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { Tx } from '../../database/schema.ts'
import type { Problem } from '../../problems.ts'
import { inNamedVersion } from '../route-addresses.ts'
import {
  type Answer,
  claimKey,
  type IdempotencyKey,
  idempotencyKeyOf,
  keepAnswer,
  keepSecrets,
  releaseKey,
  storedAnswer,
} from './keys.ts'

/** The headers of an operation with `once`. */
export const IDEMPOTENCY_HEADERS = {
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      'x-reason': 'must be visible ASCII characters',
      description:
        'Chosen by the client: a new one for each thing to create or change, the same one for each retry. Kept for 24 hours.',
    }),
  ),
}

/** A refusal that leaves a trace, such as a wrong code: the transaction commits, the key is released, `refusal` is thrown. */
export type Refusal = { refusal: Problem }

/** Runs the one transaction of a command. */
export type RunOnce = <T>(work: (tx: Tx) => Promise<Answer<T> | Refusal>) => Promise<T>

/**
 * Runs `work` in one transaction and answers with its result, at most once for each key of a caller. A command that is
 * handed its `RunOnce` gets `work => once(context, request, reply, work)`.
 * @param owner whose keys count, where a repeat can come without the caller's credentials or network
 * @returns the body; status and headers are set on `reply`
 */
export async function once<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Answer<T> | Refusal>,
  owner?: string,
): Promise<T> {
  const key = idempotencyKeyOf(request, context.serviceKey, owner)
  return respond(reply, key ? await runWithKey(context, reply, key, work) : await runWithoutKey(context, work))
}

/**
 * The same for a change: a repeat with its key gets the first answer. A command that owns a transaction runs in this one
 * (`inTransaction`).
 */
export async function answerOnce<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const body = await once(context, request, reply, async tx => ({ status: 200, body: await work(tx) }))
  wakeWorkers(context.db)
  return body
}

/**
 * The same for work that needs transactions of its own and may be done twice at the same moment, such as a long import. The first
 * stored answer wins. If the process dies before storing it, a retry runs the work again.
 */
export async function answerOnceAfter<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const key = idempotencyKeyOf(request, context.serviceKey)
  const earlier = key && (await storedAnswer<T>(context.db, key, context.serviceKey))
  if (earlier) {
    reply.header('idempotent-replayed', 'true')
    return respond(reply, earlier)
  }
  const body = await work()
  return answerOnce(context, request, reply, async () => body)
}

/** Runs commands that do not come from a request, such as those of the command line. */
export function onceWithoutKey(context: AppContext): RunOnce {
  return async work => (await runWithoutKey(context, work)).body
}

async function runWithKey<T>(
  context: AppContext,
  reply: FastifyReply,
  key: IdempotencyKey,
  work: (tx: Tx) => Promise<Answer<T> | Refusal>,
) {
  const claimAndWork = async (tx: Tx): Promise<Answer<T> | Refusal> => {
    const earlier = await claimKey<T>(tx, key, context.serviceKey)
    if (earlier) {
      reply.header('idempotent-replayed', 'true')
      return earlier
    }
    const answer = await work(tx)
    if ('refusal' in answer) await releaseKey(tx, key)
    else {
      const kept = answer.secrets ? await keepSecrets(tx, key, answer, context.serviceKey) : answer
      await keepAnswer(tx, key, kept, context.serviceKey)
    }
    return answer
  }
  const answer = accepted(await retryOnDeadlock(() => context.db.transaction().execute(claimAndWork)))
  await answer.afterCommit?.().catch(async error => {
    await releaseKey(context.db, key)
    throw error
  })
  return answer
}

async function runWithoutKey<T>(context: AppContext, work: (tx: Tx) => Promise<Answer<T> | Refusal>) {
  const answer = accepted(await retryOnDeadlock(() => context.db.transaction().execute(work)))
  await answer.afterCommit?.()
  return answer
}

function accepted<T>(outcome: Answer<T> | Refusal): Answer<T> {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
}

/** Sets status and headers. @returns the body */
function respond<T>(reply: FastifyReply, answer: Answer<T>): T {
  reply.code(answer.status ?? 201)
  if (answer.location) reply.header('location', inNamedVersion(reply.request, answer.location))
  return answer.body
}
