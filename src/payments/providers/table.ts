/** The providers of payments that Semel knows, one a line. Without PAYMENT_PROVIDERS, they are offered in this order. */
import type { ProviderEntry } from './provider.ts'
import { stripe } from './stripe.ts'

export const PROVIDERS: ProviderEntry[] = [stripe]

export function entryOf(provider: string): ProviderEntry | undefined {
  return PROVIDERS.find(({ name }) => name === provider)
}

/** A provider as people call it. A payment can have one that no line of the table describes anymore. */
export function titleOf(provider: string): string {
  return entryOf(provider)?.title ?? provider.charAt(0).toUpperCase() + provider.slice(1)
}
