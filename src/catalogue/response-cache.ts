import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, sendFresh } from '../http/conditional-get.ts'
import type { Catalogue } from './paging/list-index.ts'

type Answer = { body: Buffer; etag: string; link: string | undefined; generation: number }

/** What is answered, and the generation of the catalogue for which it holds; undefined: not to be kept. */
export type Made = { shown: object; link?: string; generation: number | undefined }

/** Bytes that a process keeps at most; the addresses that were not asked for longest go first. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Answers by address, as bytes. An answer is given again only after the database has said, later than the request came,
 * that the catalogue has not changed since: one small question, which all requests of a moment share.
 */
export class Answers {
  readonly #catalogue: Catalogue
  readonly #kept = new Map<string, Answer>()
  readonly #begun = new WeakMap<FastifyRequest, Promise<number>>()
  #bytes = 0

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** Asks whether the catalogue has changed, as soon as the request has come; `answer` then finds it asked. */
  begin = (request: FastifyRequest): void => {
    const asked = this.#catalogue.presentGeneration()
    asked.catch(() => {})
    this.#begun.set(request, asked)
  }

  get entries(): number {
    return this.#kept.size
  }

  forget(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  async answer(request: FastifyRequest, reply: FastifyReply, make: () => Promise<Made>): Promise<never> {
    const address = `${request.version.name} ${request.originalUrl}`
    const answer = (await this.#unchanged(address, request)) ?? (await this.#make(address, reply, make))
    if (answer.link) reply.header('link', answer.link)
    // To Fastify the reply itself says that all is sent; its types know bodies only.
    return sendFresh(request, reply, answer.body, answer.etag) as never
  }

  async #unchanged(address: string, request: FastifyRequest): Promise<Answer | undefined> {
    const answer = this.#kept.get(address)
    if (!answer) return undefined
    const present = await (this.#begun.get(request) ?? this.#catalogue.presentGeneration())
    return answer.generation === present ? answer : undefined
  }

  async #make(address: string, reply: FastifyReply, make: () => Promise<Made>): Promise<Omit<Answer, 'generation'>> {
    const { shown, link, generation } = await make()
    const body = Buffer.from(reply.serialize(shown) as string)
    const answer = { body, etag: etagOf(body), link }
    if (generation !== undefined) this.#keep(address, { ...answer, generation })
    return answer
  }

  #keep(address: string, answer: Answer): void {
    this.#drop(address)
    this.#kept.set(address, answer)
    this.#bytes += sizeOf(address, answer)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.#drop(oldest)
    }
  }

  #drop(address: string): void {
    const answer = this.#kept.get(address)
    if (!answer) return
    this.#kept.delete(address)
    this.#bytes -= sizeOf(address, answer)
  }
}

function sizeOf(address: string, { body, link }: Answer): number {
  return body.length + 2 * (address.length + (link?.length ?? 0)) + 500
}
