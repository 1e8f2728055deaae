import type { AppContext } from '../../context.ts'

/** `__Host-` binds a cookie to this host over TLS, which browsers refuse over plain http. */
export function cookieNames(context: AppContext) {
  const prefix = context.baseUrl().startsWith('https:') ? '__Host-semel' : 'semel'
  return {
    session: `${prefix}_session`,
    partial: `${prefix}_partial`,
    csrf: `${prefix}_csrf`,
    device: `${prefix}_device`,
    /** Holds only the kind of the last factor, never the account. */
    factor: `${prefix}_factor`,
    cart: `${prefix}_cart`,
  }
}
