/** Stripe as a line of the table: its settings and its rules. What talks to Stripe is in stripe-api.ts. */
import { web } from '../../config/addresses.ts'
import type { Settings } from '../../config/settings.ts'
import type { ProviderEntry } from './provider.ts'
import type { StripeAccount } from './stripe-api.ts'
import { limitsAtStripe, stepAtStripe, takesCurrency } from './stripe-currencies.ts'

export const stripe: ProviderEntry<StripeAccount> = {
  name: 'stripe',
  title: 'Stripe',
  secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  signedBy: 'STRIPE_WEBHOOK_SECRET',
  readAccount,
  // Loaded only by those who use it: the SDK takes a tenth of a second and some memory.
  open: async account => (await import('./stripe-api.ts')).stripeProvider(account),
  takes: takesCurrency,
  limits: limitsAtStripe,
  step: stepAtStripe,
}

/** Both secrets belong together: without the second one, nobody could tell an event of Stripe from a forged one. */
function readAccount(settings: Settings): StripeAccount | undefined {
  const secretKey = settings.optional('STRIPE_SECRET_KEY', stripeKey)
  const secrets = settings.list('STRIPE_WEBHOOK_SECRET', isWebhookSecret, 'one or two secrets that begin with whsec_')
  const url = settings.optional('STRIPE_URL', settings.production ? () => 'is only for development' : web)
  if (secretKey === undefined && secrets.length === 0) return undefined
  if (secretKey === undefined || secrets.length === 0) {
    settings.mistakes.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together')
    return undefined
  }
  return { secretKey, webhookSecrets: secrets, url }
}

function stripeKey(value: string) {
  return /^[sr]k_\w+$/.test(value) ? undefined : 'must be a secret key of Stripe, which begins with sk_ or rk_'
}

function isWebhookSecret(text: string): boolean {
  return /^whsec_\S+$/.test(text)
}
