/** The dispatcher claims webhook deliveries, sends them and records how they ended. */
import type { AppContext } from '../context.ts'
import { batch } from '../database/coalesce.ts'
import { Rounds } from '../database/news/rounds.ts'
import type { Db } from '../database/schema.ts'
import { AddressRules } from '../http/outgoing/addresses.ts'
import { Poster, type WebhookResponse } from '../http/outgoing/post.ts'
import { disableEndpoint } from './endpoints.ts'
import { claimHandshakes, type Handshake, originOf, recordHandshake, refusalIn } from './handshake.ts'
import { type Claim, claim, type Ending, fanOut, isAnythingDue, isSuccess, record } from './ledger.ts'
import { findSecrets, signedHeaders } from './secrets.ts'

/** No event leaves without a signature, and the other endpoints go on. */
const UNSIGNED: WebhookResponse = {
  reason: 'The secret of this webhook cannot be decrypted. Replace it.',
  milliseconds: 0,
}

const USER_AGENT = 'Semel-Webhooks'
const REQUEST_ORIGIN = 'webhook-request-origin'

/** Finds what events are about, in their order, as far as the scopes allow. Handed in, because the feed comes after webhooks. */
type ThingsOf = (db: Db, scopes: readonly string[], events: readonly Claim[]) => Promise<object[]>

/** @param deadline set only by tests */
type Options = { thingsOf: ThingsOf; deadline?: number }

/** Sends webhooks. Any number of processes may run it. Disposing it waits for the requests in flight. */
export function startDispatcher(context: AppContext, options: Options): AsyncDisposable {
  return new Dispatcher(context, options)
}

class Dispatcher implements AsyncDisposable {
  #context: AppContext
  #poster: Poster
  #thingsOf: ThingsOf
  #inFlight = new Set<Promise<void>>()
  #taken = new Map<string, number>()
  #rounds: Rounds

  constructor(context: AppContext, { thingsOf, deadline }: Options) {
    this.#context = context
    this.#thingsOf = thingsOf
    this.#poster = new Poster(new AddressRules(context.config.webhookNetworks), deadline)
    this.#rounds = new Rounds(context, { failed: 'webhooks failed', recovered: 'webhooks recovered' }, () =>
      this.#round(),
    )
  }

  async #round(): Promise<void> {
    const { db, serviceKey } = this.#context
    if (!(await isAnythingDue(db))) return
    for (const asked of await claimHandshakes(db)) this.#follow(this.#ask(asked))
    await fanOut(db)
    const claims = await claim(db, this.#taken)
    const secrets = await findSecrets(db, serviceKey, [...new Set(claims.map(({ endpointId }) => endpointId))])
    const snapshots = await readSnapshots(db, claims, this.#thingsOf)
    for (const claimed of claims) {
      const { endpointId } = claimed
      this.#take(endpointId, 1)
      const body = bodyOf(claimed, snapshots.get(claimed))
      this.#follow(this.#send(claimed, body, secrets.get(endpointId) ?? []).finally(() => this.#take(endpointId, -1)))
    }
    if (claims.length > 0) this.#rounds.again()
  }

  #follow(request: Promise<void>): void {
    const done = request.finally(() => {
      this.#inFlight.delete(done)
      this.#rounds.again()
    })
    this.#inFlight.add(done)
  }

  #take(endpointId: string, count: number): void {
    const taken = (this.#taken.get(endpointId) ?? 0) + count
    if (taken === 0) this.#taken.delete(endpointId)
    else this.#taken.set(endpointId, taken)
  }

  /** Nothing else may wait for the answer, and no transaction is open meanwhile. */
  async #ask(handshake: Handshake): Promise<void> {
    const { db, log } = this.#context
    const headers = { 'user-agent': USER_AGENT, [REQUEST_ORIGIN]: originOf(this.#context) }
    const failure = refusalIn(await this.#poster.ask(handshake.url, headers), originOf(this.#context))
    if (failure) log.info({ webhook: handshake.id, reason: failure }, 'webhook has not agreed')
    try {
      await recordHandshake(db, handshake, failure)
    } catch (error) {
      // The lease ends, and the address is asked again.
      log.warn({ webhook: handshake.id, err: error }, 'webhook handshake not recorded')
    }
  }

  async #send(claim: Claim, body: string, secrets: string[]): Promise<void> {
    const { log } = this.#context
    const startedAt = new Date()
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...(claim.handshake && { [REQUEST_ORIGIN]: originOf(this.#context) }),
      ...signedHeaders(secrets, claim.eventId, body, startedAt),
    }
    const response = secrets.length === 0 ? UNSIGNED : await this.#poster.post(claim.url, headers, body)
    const fields = { webhook: claim.endpointId, event: claim.eventId, attempt: claim.attempt }
    if (!isSuccess(response)) {
      log.info({ ...fields, status: response.status, reason: response.reason }, 'webhook not delivered')
    }
    try {
      await this.#record({ claim, startedAt, response })
      // 410: the receiver says that it wants no more.
      if (response.status === 410) await disableEndpoint(this.#context, claim.endpointId, 'gone')
    } catch (error) {
      // The lease ends, and the event is sent again.
      log.warn({ ...fields, err: error }, 'webhook attempt not recorded')
    }
  }

  #record = batch(async (endings: Ending[]) => {
    const { db } = this.#context
    for (const id of await record(db, endings)) await disableEndpoint(this.#context, id, 'failing')
    return endings
  })

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rounds[Symbol.asyncDispose]()
    await Promise.all(this.#inFlight)
    this.#poster[Symbol.dispose]()
  }
}

/** The same bytes for every attempt, because nothing in it changes after the event, except for what a snapshot shows. */
function bodyOf({ eventId, position, type, at, data }: Claim, snapshot: object = {}): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), id: eventId, position, data, ...snapshot })
}

/** Reads the things of the events as they are now, for endpoints that want snapshots. One look-up serves all events of an endpoint. */
async function readSnapshots(db: Db, claims: readonly Claim[], thingsOf: ThingsOf): Promise<Map<Claim, object>> {
  const found = new Map<Claim, object>()
  for (const own of Map.groupBy(claims, ({ endpointId }) => endpointId).values()) {
    const scopes = own[0]!.snapshotScopes
    if (!scopes) continue
    const things = await thingsOf(db, scopes, own)
    for (const [n, claim] of own.entries()) found.set(claim, things[n]!)
  }
  return found
}
