import { type Listing, markOf } from './listing.ts'
import type { ProductPage } from './read-page.ts'
import { keyOf } from './sort-key.ts'

/**
 * The value of a `Link` header (RFC 8288) that leads through the pages: `first`, `prev`, `next`, `last`. Only `next`
 * says behind which product it begins, so a walk along it does not stumble over what others add and remove.
 * @param url as the client wrote it: version, filters and unknown parameters are carried along
 */
export function pageLinks(
  url: string,
  listing: Listing,
  { page, pageCount, items, more }: Omit<ProductPage, 'generation'>,
): string {
  const [path = '', query = ''] = url.split('?')
  const link = (rel: string, number: number, after?: string) => {
    const parameters = new URLSearchParams(query)
    parameters.set('page', String(number))
    if (after === undefined) parameters.delete('after')
    else parameters.set('after', after)
    return `<${path}?${parameters}>; rel="${rel}"`
  }
  const end = items.at(-1)
  const last = Math.max(pageCount, 1)
  return [
    link('first', 1),
    page > 1 && link('prev', Math.min(page - 1, last)),
    more && end && link('next', page + 1, markOf(listing, keyOfProduct(end, listing), page + 1)),
    link('last', last),
  ]
    .filter(Boolean)
    .join(', ')
}

function keyOfProduct({ id, category, status, name, price, created_at }: ProductPage['items'][0], { sort }: Listing) {
  return keyOf([category, status, name, price, Date.parse(created_at)], id, sort)
}
