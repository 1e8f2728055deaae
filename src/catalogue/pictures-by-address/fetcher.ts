/** The job of the workers that fetches the pictures of imports, one after the other. Any number of processes may run it. */
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { Rounds } from '../../database/news/rounds.ts'
import { AddressRules } from '../../http/outgoing/addresses.ts'
import { Problem } from '../../problems.ts'
import { lockWithGroups } from '../groups/settle.ts'
import { OF_PRODUCTS } from '../images/albums.ts'
import { encodeImage } from '../images/encode.ts'
import { addImage } from '../images/images.ts'
import { findOwnPicture } from '../images/own-address.ts'
import { DownloadFailure, download } from './download.ts'
import { claimFetch, endFetch, giveBack, recordFailure } from './fetches.ts'

/** Disposing it breaks off a download. Another worker begins it anew, at once or, if this process dies first, when its lease has ended. */
export function startPictureFetcher(context: AppContext): AsyncDisposable {
  const rules = new AddressRules(context.config.webhookNetworks)
  const stop = new AbortController()
  const said = { failed: 'pictures failed', recovered: 'pictures recovered' }
  const rounds = new Rounds(context, said, async () => {
    while (!stop.signal.aborted && (await fetchNext(context, rules, stop.signal))) {}
  })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await rounds[Symbol.asyncDispose]()
    },
  }
}

/** @returns whether there may be another one */
export async function fetchNext(context: AppContext, rules: AddressRules, stop: AbortSignal): Promise<boolean> {
  const { db } = context
  const fetch = await claimFetch(db)
  if (!fetch) return false
  try {
    const own = await findOwnPicture(db, fetch.url)
    const encoded = own ?? (await encodeImage(await download(rules, fetch.url, stop)))
    const from = own ? undefined : fetch.url
    // A description that staff have written stays. A product that is archived by now gets no picture.
    const picture = { encoded, alt: fetch.name, from, now: context.clock.now(), describes: false }
    await inTransaction(db, async tx => {
      // Locks the product before the picture, in the order of an import that requests the picture again.
      await lockWithGroups(tx, [fetch.productId], [])
      if (await endFetch(tx, fetch.id)) await addImage(tx, OF_PRODUCTS, fetch.productId, picture)
    })
  } catch (error) {
    if (stop.aborted) return giveBack(db, fetch).then(() => false)
    if (error instanceof DownloadFailure) await recordFailure(db, fetch, error.message, error.mayPass)
    else if (error instanceof Problem && error.status < 500) await recordFailure(db, fetch, whyIn(error), false)
    else throw error
  }
  return true
}

function whyIn({ errors, message }: Problem): string {
  const [error] = errors ?? []
  return error ? `The picture ${error.reason}.` : message
}
