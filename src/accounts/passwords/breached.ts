import { createHash } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { SECOND } from '../../time.ts'

const LOOKUP_TIMEOUT = 2 * SECOND

/**
 * Checks whether a password is in a collection of breached ones, as a service at BREACHED_PASSWORDS_URL knows them (the
 * range protocol of Pwned Passwords, k-anonymity). The service sees the first 5 digits of the password's SHA-1, which
 * about a thousand breached passwords share, and no account. Padding hides how many. If it does not answer, the bundled
 * list alone decides: registrations must not depend on another company's service.
 */
export async function isBreached({ config, log }: Pick<AppContext, 'config' | 'log'>, password: string) {
  if (config.breachedPasswordsUrl === undefined) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const address = `${config.breachedPasswordsUrl.replace(/\/+$/, '')}/${hash.slice(0, 5)}`
    const headers = { 'add-padding': 'true', 'user-agent': 'semel' }
    const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(LOOKUP_TIMEOUT) })
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
    // A count of 0 marks padding.
    return (await answer.text())
      .split(/\r?\n/)
      .some(line => /^([0-9A-F]{35}):0*[1-9]/i.exec(line)?.[1]?.toUpperCase() === hash.slice(5))
  } catch (error) {
    log.warn({ err: error }, 'the service for breached passwords cannot be reached')
    return false
  }
}
