/**
 * Finds the providers of the shop. One that is configured finishes what it has begun: its calls, looks and events go on. One that is
 * also offered takes new payments. Without settings of any provider, development has one of its own.
 */
import type { AppContext } from '../../context.ts'
import type { Provider } from './provider.ts'
import { entryOf, PROVIDERS } from './table.ts'

/** Finds all that are configured, in the order of the table. */
export async function findProviders(context: Needed): Promise<Provider[]> {
  const accounts = await findAccounts(context)
  return Promise.all([...accounts].map(([name, account]) => open(name, account)))
}

/** Finds the one of a payment or of an event; undefined if it is not configured. */
export async function findProvider(context: Needed, name: string): Promise<Provider | undefined> {
  const accounts = await findAccounts(context)
  return accounts.has(name) ? open(name, accounts.get(name)) : undefined
}

/** Names all that are configured, and opens none, because some load a large SDK. */
export async function namesOfConfigured(context: Needed): Promise<string[]> {
  return [...(await findAccounts(context)).keys()]
}

/** Names those that take new payments, the preferred one first. */
export async function namesOfOffered(context: Needed): Promise<string[]> {
  const configured = await namesOfConfigured(context)
  return context.config.payments.offered?.filter(name => configured.includes(name)) ?? configured
}

type Needed = Pick<AppContext, 'config' | 'db' | 'development'>

async function findAccounts({ config, db, development }: Needed): Promise<ReadonlyMap<string, unknown>> {
  const { accounts } = config.payments
  if (accounts.size > 0)
    return new Map(PROVIDERS.flatMap(({ name }) => (accounts.has(name) ? [[name, accounts.get(name)]] : [])))
  const found = await development?.payments.find(db)
  return new Map(found && [[found.provider, found.account]])
}

async function open(name: string, account: unknown): Promise<Provider> {
  const key = `${name} ${JSON.stringify(account)}`
  const opened = providers.get(key) ?? entryOf(name)!.open(account)
  providers.set(key, opened)
  return opened
}

/** Connections and limits of an SDK are those of its account, so each account is opened once. */
const providers = new Map<string, Promise<Provider>>()
