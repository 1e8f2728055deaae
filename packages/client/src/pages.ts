type Page = { items: unknown[]; page: number; totalCount: number }

type Read<P> = P extends { get: { responses: { 200: { content: { 'application/json': infer T } } } } } ? T : never

/** The paths that answer with pages. */
export type ListPath<Paths> = {
  [Path in keyof Paths]: Read<Paths[Path]> extends Page ? (Path extends `${string}{${string}` ? never : Path) : never
}[keyof Paths]

export type ItemOf<Paths, Path extends keyof Paths> = Read<Paths[Path]> extends { items: (infer T)[] } ? T : never

export type QueryOf<Paths, Path extends keyof Paths> = Paths[Path] extends {
  get: { parameters: { query?: infer Query } }
}
  ? Omit<NonNullable<Query>, 'page' | 'after'>
  : never

/** One page, and the `Link` header of its response. */
export type ReadPage = { page: Page; link: string | null }

type Call = { params: { query: Record<string, unknown> } }

/** Yields every item of all pages. */
export async function* readPages(
  read: (call: Call) => Promise<ReadPage>,
  query: object = {},
): AsyncGenerator<unknown, void> {
  let next: Record<string, unknown> | undefined = { limit: 100, ...query }
  while (next) {
    const { page, link } = await read({ params: { query: next } })
    yield* page.items
    next = nextIn(link)
  }
}

/** The query of the link `next` (RFC 8288). It carries the key of the last item. */
function nextIn(link: string | null): Record<string, string> | undefined {
  const [, address] = /<([^>]*)>; rel="next"/.exec(link ?? '') ?? []
  return address === undefined ? undefined : Object.fromEntries(new URL(address, 'http://here.invalid').searchParams)
}
