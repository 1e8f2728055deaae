import { StartError, WrongSettings } from '../config.ts'
import { isUnavailable } from '../database/errors.ts'
import { createLog } from '../observability/log.ts'

/** Their output in production is a log. A person reads that of the other commands. */
const SERVICES = ['start', 'serve', 'work']
/** Any other NODE_ENV is production, or was meant to be. */
const NO_PRODUCTION = ['', 'development', 'test']
/** EX_CONFIG of sysexits.h: the units of `deploy/systemd` do not start a service again then. */
const WRONG_SETTINGS = 78

/**
 * Says why a command failed. A StartError is a mistake of the operator and needs only its message. Any other error is a bug and
 * keeps its stack, unless the database is away or takes no writes.
 * @returns the exit code
 */
export function report(error: unknown, command = ''): number {
  const text = explain(error)
  const isService = SERVICES.includes(command)
  const isLogged = isService && !NO_PRODUCTION.includes(process.env.NODE_ENV?.trim() ?? '')
  if (isLogged)
    createLog({ logLevel: 'fatal' }, command).fatal(text === undefined ? { err: error } : { text }, 'not started')
  else console.error(text === undefined ? error : `\n${text}\n`)
  return isService && error instanceof WrongSettings ? WRONG_SETTINGS : 1
}

function explain(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  if (!isUnavailable(error)) return undefined
  return `The database cannot do this now: ${(error as Error).message}. Run "semel doctor" to see why.`
}
