const HERE = 'http://here.invalid'

/**
 * An address inside this site, or undefined: `?next=` must not redirect to other sites. The parser turns `/.//host` into
 * `//host`, which names another site, so the outcome must mean the same address when it is parsed again.
 */
export function localAddress(address: string | null | undefined): string | undefined {
  if (!address?.startsWith('/')) return undefined
  const url = URL.parse(address, HERE)
  if (url?.origin !== HERE) return undefined
  const inside = url.pathname + url.search + url.hash
  return URL.parse(inside, HERE)?.href === url.href ? inside : undefined
}
