import type { AppContext } from '../../context.ts'
import type { Provider } from './provider.ts'

/** The provider of this shop; undefined if it has none. Outside production and without a key, that of development. */
export async function findProvider({ config, db, development }: Needed): Promise<Provider | undefined> {
  const settings = config.stripe ?? (await development?.payments.find(db))
  if (!settings) return undefined
  const key = JSON.stringify(settings)
  let provider = providers.get(key)
  if (!provider) {
    // Loaded only by those who use it: the SDK takes a tenth of a second and some memory.
    const { stripeProvider } = await import('./stripe.ts')
    provider = stripeProvider(settings)
    providers.set(key, provider)
  }
  return provider
}

type Needed = Pick<AppContext, 'config' | 'db' | 'development'>

const providers = new Map<string, Provider>()
