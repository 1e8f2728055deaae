/** The addresses of the product feeds, which programs of other companies load some times a day. */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FeedName } from '../../catalogue/attributes/feeds.ts'
import type { AppContext } from '../../context.ts'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { remoteNetwork48 } from '../../http/rate-limits/clients.ts'
import { codingFor } from '../../http/representation/compression.ts'
import { names } from '../../http/representation/entity-tags.ts'
import { Problem } from '../../problems.ts'
import { dayOf } from '../../shop/days.ts'
import { readShop, type Shop } from '../../shop/settings.ts'
import { MINUTE } from '../../time.ts'
import { isLanguage } from '../../words/languages.ts'
import { soldCurrencies } from './list.ts'
import { feedTag } from './state.ts'
import { type Feed, writeFeed } from './write-feed.ts'

const FILE = /^(google|kelkoo)-([a-z]{2})-([A-Z]{3})\.xml$/

/** Keeps the entries of one product small. */
const MOST_COUNTRIES = 30

/** Files that one process writes at the same time. A network has one, and its others wait. */
const FILES_AT_A_TIME = { places: 8, perKey: 1, waitingPerKey: 20 }

/** Ends a file whose reader takes it by the byte. A million products take some minutes. */
const LONGEST_FILE = 30 * MINUTE

export function productFeedPages(app: FastifyInstance, context: AppContext): void {
  const { db, reader, baseUrl, clock } = context
  const queue = new FairQueue(FILES_AT_A_TIME)
  app.get('/product-feeds/:file', async (request, reply) => {
    const shop = await readShop(db)
    const feed = feedOf(request, shop)
    await requireSold(reader, feed, shop)
    const today = dayOf(clock.now(), shop.timeZone)
    const tag = await reader.read(node => feedTag(node, [feed, baseUrl(), today]))
    // Weak, because the products are read one batch after the other: a later one can be newer than the tag.
    reply.header('etag', `W/${tag}`).header('cache-control', 'public, no-cache').header('vary', 'Accept-Encoding')
    if (names(request.headers['if-none-match'], tag)) return reply.code(304).send()
    reply.type('application/xml; charset=utf-8')
    if (request.method === 'HEAD') return reply.send()
    const leave = await queue.enter(remoteNetwork48(request.ip), () => reply.raw.destroyed)
    return send(reply, Readable.from(writeFeed(context, feed)), leave)
  })
}

function send(reply: FastifyReply, file: Readable, leave: () => void): FastifyReply {
  const timer = setTimeout(() => file.destroy(), LONGEST_FILE).unref()
  file.once('close', () => {
    clearTimeout(timer)
    leave()
  })
  // A reader that goes takes the file with it.
  reply.raw.once('close', () => file.destroy())
  if (reply.raw.destroyed) file.destroy()
  if (codingFor(reply.request.headers['accept-encoding']) === undefined) return reply.send(file)
  // Ends the answer with the file, however that ends.
  const packed = pipeline(file, createGzip(), () => {})
  return reply.header('content-encoding', 'gzip').send(packed)
}

/** An empty file would end all offers at its reader. @throws Problem for a currency in which the shop sells nothing */
async function requireSold(reader: AppContext['reader'], { currency }: Feed, shop: Shop): Promise<void> {
  if (currency === shop.currency) return
  const currencies = await reader.read(soldCurrencies)
  if (currencies.includes(currency)) return
  const detail = `This shop sells nothing in ${currency}. It has product feeds in ${currencies.join(', ')}.`
  throw new Problem('not_found', detail)
}

function feedOf(request: FastifyRequest, { languages, country, countries }: Shop): Feed {
  const { file } = request.params as { file: string }
  const { country: asked } = request.query as { country?: unknown }
  const [, name, language, currency] = FILE.exec(file) ?? []
  const isSold = isLanguage(language) && languages.includes(language)
  const goals = countries.length > 0 ? countries : [country]
  const goal = name === 'google' ? goals.slice(0, MOST_COUNTRIES) : [goals.includes(country) ? country : goals[0]!]
  const isReached = asked === undefined || (typeof asked === 'string' && goals.includes(asked))
  if (!isSold || !isReached) throw new Problem('not_found', 'There is no such product feed.')
  return {
    name: name as FeedName,
    language,
    currency: currency!,
    countries: typeof asked === 'string' ? [asked] : goal,
  }
}
