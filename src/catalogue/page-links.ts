/**
 * The value of a `Link` header (RFC 8288) that leads through the pages: `first`, `prev`, `next`, `last`.
 * @param url as the client wrote it: version, filters and unknown parameters are carried along
 */
export function pageLinks(url: string, { page, pageCount }: { page: number; pageCount: number }): string {
  const [path = '', query = ''] = url.split('?')
  const to = (number: number, rel: string) => {
    const parameters = new URLSearchParams(query)
    parameters.set('page', String(number))
    return `<${path}?${parameters}>; rel="${rel}"`
  }
  const last = Math.max(pageCount, 1)
  return [
    to(1, 'first'),
    page > 1 && to(Math.min(page - 1, last), 'prev'),
    page < last && to(page + 1, 'next'),
    to(last, 'last'),
  ]
    .filter(Boolean)
    .join(', ')
}
