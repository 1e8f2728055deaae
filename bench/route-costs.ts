/**
 * The processor time of every GET route of the route table, as a ratio to the cheapest page of the same run: a page in the frame of the
 * shop or the console. A new route is measured by itself, or the run fails because it has no address here (or in test/support/site.ts)
 * that answers.
 */
import { scriptAddress } from '../src/pages/assets.ts'
import { allRoutes } from '../test/support/routes.ts'
import { openSite, type Site, type Visitor } from '../test/support/site.ts'

export type RouteCost = { route: string; milliseconds: number; ratio: number }

/** Above this, a route needs a reason in `DEAR`. */
export const MOST_RATIO = 10

/** Marks a page in the frame of the shop or the console. The shell of the API's viewer lacks it. */
const FRAME = '<main id="main"'

/** Limits how often a route that seems too dear is measured again. */
const MORE = 24

/** Routes that may cost more than that, and why: by their end, as each version has them. */
export const DEAR: Record<string, string> = {
  '/users/me/export':
    'reads every table that has something of a person, one after the other; one copy at a time for an account, twenty a day',
  // It took 9 to 12 pages.
  '/metrics':
    'writes a series for each route that was asked, here for all; Prometheus asks for it a few times a minute',
}

/** Routes that no address of this site reaches, and why that does not matter. */
const UNMEASURED: Record<string, string> = {
  '/assets/images/:hash/:name': 'sends stored bytes, and browsers keep them',
  '/assets/images/strips/:side/:codes.svg':
    'sends the stored files of eight pictures, found by an index, and browsers keep them',
  '/guest-orders/:id/export': 'reads one order and its emails, twenty times a day',
  '/users/me/addresses/:id': 'reads one row of the caller by its key',
  '/api-keys/me': 'reads the row of the key that the caller has',
  '/admin/transfer-files/:id.xml': 'writes a file of 500 transfers at most, for staff with the permission money',
  '/incoming-transfers/:id/proposals': 'compares one transfer with the orders whose numbers or amount it has',
}

/** @param rounds in which each route is asked once; five at most, because an account exports its data only so often */
export async function measureRoutes(rounds: number): Promise<RouteCost[]> {
  await using site = await openSite()
  const asks: { route: string; ask: () => Promise<boolean> }[] = []
  const missing: string[] = []
  for (const route of routesOf(site)) {
    const ask = await askAs(site, route)
    if (typeof ask === 'string') missing.push(ask)
    else asks.push({ route, ask })
  }
  if (missing.length > 0)
    throw new Error(`Add addresses to this file, or to test/support/site.ts:\n${missing.join('\n')}`)
  const best = new Map<string, { milliseconds: number; isPage: boolean }>()
  const measure = async ({ route, ask }: (typeof asks)[number]) => {
    const before = process.cpuUsage()
    const isPage = await ask()
    const { user, system } = process.cpuUsage(before)
    // The least: code is compiled and garbage is collected in some of the rounds.
    best.set(route, {
      milliseconds: Math.min((user + system) / 1000, best.get(route)?.milliseconds ?? Infinity),
      isPage,
    })
  }
  for (let round = 0; round < rounds; round++) for (const one of asks) await measure(one)
  const cheapest = Math.min(...[...best.values()].filter(({ isPage }) => isPage).map(one => one.milliseconds))
  const isDear = ({ route }: { route: string }) => best.get(route)!.milliseconds > MOST_RATIO * cheapest
  for (const one of asks) {
    // Some, such as the copy of an account, answer only so often: what was measured until then counts.
    for (let more = 0; more < MORE && isDear(one); more++) if (await measure(one).catch(isLimited)) break
  }
  return [...best]
    .map(([route, { milliseconds }]) => ({ route, milliseconds, ratio: milliseconds / cheapest }))
    .toSorted((a, b) => b.ratio - a.ratio)
}

function isLimited(error: Error): true {
  if (error.message.endsWith(' answers 429')) return true
  throw error
}

/** @returns what is too dear without a reason */
export function judgeCosts(costs: readonly RouteCost[]): string[] {
  return costs
    .filter(({ route, ratio }) => ratio > MOST_RATIO && !(endOf(route) in DEAR))
    .map(
      ({ route, ratio }) => `${route} takes ${ratio.toFixed(1)} times the cheapest page: make it cheaper, or say why`,
    )
}

function routesOf({ semel }: Site): string[] {
  const routes = allRoutes(semel.app).filter(({ method }) => method === 'GET')
  const ends = new Set(routes.map(({ path }) => endOf(path)))
  const stale = Object.keys({ ...DEAR, ...UNMEASURED }).filter(end => !ends.has(end))
  if (stale.length > 0) throw new Error(`There is no route ${stale.join(', ')} any more: take it out of the lists`)
  return routes.map(({ path }) => path).filter(path => !path.startsWith('/dev/') && !(endOf(path) in UNMEASURED))
}

/** The versions of the API share their routes. */
function endOf(route: string): string {
  return route.replace(/^\/api\/v\d+(?=\/)/, '')
}

/** @returns asks for the route as the first visitor who gets an answer, and says whether it was a page; or why nobody gets one */
async function askAs(site: Site, route: string): Promise<(() => Promise<boolean>) | string> {
  const refusals: string[] = []
  for (const viewer of Object.keys(site.contexts) as Visitor[]) {
    const cookies = await site.contexts[viewer].cookies()
    const headers = {
      host: new URL(site.origin).host,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    }
    const request = { method: 'GET', url: addressOf(site, route), headers } as const
    const ask = async () => {
      const { statusCode, headers: sent, body } = await site.semel.app.inject(request)
      if (statusCode >= 400) throw new Error(`${request.url} answers ${statusCode}`)
      return statusCode === 200 && String(sent['content-type']).startsWith('text/html') && body.includes(FRAME)
    }
    try {
      await ask()
      return ask
    } catch (error) {
      refusals.push((error as Error).message)
    }
  }
  return `${route}: ${refusals.join(', ')}`
}

/** Pages of the console that show the same thing have its id in their address. */
const CONSOLE_PAGES: [start: string, page: string][] = [
  ['/orders/:id/payment', '/orders/:id/pay'],
  ['/orders/', '/orders/:id'],
  ['/documents/', '/documents/:id'],
  ['/users/me/addresses/', '/account/addresses/:id'],
  ['/users/', '/admin/users/:id'],
  ['/admin/users/', '/admin/users/:id'],
  ['/products/', '/admin/products/:id'],
  ['/product-imports/', '/admin/products/imports/:id'],
  ['/draft-orders/', '/admin/draft-orders/:id'],
  ['/order-batches/', '/admin/orders/batches/:id'],
  ['/product-groups/', '/admin/product-groups/:id'],
  ['/admin/own-pages/', '/admin/own-pages/:page'],
  ['/webhooks/', '/admin/webhooks/:id'],
  ['/admin/announcement-drafts/', '/admin/announcements/drafts/:id'],
  ['/notifications/', '/admin/deliveries/:id'],
]

const API_ADDRESSES: Record<string, string> = {
  '/admin/pages/:slug/versions': '/admin/pages/imprint/versions',
  '/admin/email-texts/:kind/:language': '/admin/email-texts/order.placed/en',
  '/assets/icon/:color/:letter.svg': '/assets/icon/336699/S.svg',
  '/assets/:script': scriptAddress('en'),
  '/assets/accent/:name': '/assets/accent/336699.S6fT0JZpWBj-.css',
  '/products/suggestions': '/products/suggestions?q=lamp',
}

function addressOf(site: Site, route: string): string {
  const end = endOf(route)
  const prefix = route.slice(0, route.length - end.length)
  if (API_ADDRESSES[end]) return prefix + API_ADDRESSES[end]
  const [, page] = (prefix !== '' && CONSOLE_PAGES.find(([start]) => end.startsWith(start))) || []
  // A page, or an operation with the address of a page of the console.
  if (!page) return prefix + site.addressOf(end)
  const position = site.addressOf(`${page}/deliveries/:position`).split('/').at(-1)!
  return prefix + end.replace(/:id|:page/, idIn(site.addressOf(page))).replace(':position', position)
}

/** The first part that is no word. */
function idIn(address: string): string {
  return address.split(/[/?]/).find(part => /\d/.test(part))!
}
