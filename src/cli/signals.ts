import { constants } from 'node:os'
import { SECOND } from '../time.ts'

/** The current effect of a signal. One listener stays forever, because a signal between two listeners would be lost. */
let onSignal: (signal: NodeJS.Signals) => void = exit

/** npm forwards a Ctrl-C that the terminal has already sent to us, so one keystroke arrives twice within milliseconds. */
const SAME_KEYSTROKE = 1 * SECOND

/**
 * Ends the process by `process.exit` on a signal, until a command waits for signals itself. Exit handlers then stop the
 * embedded database. By default a signal would end the process at once, and the database would keep running.
 */
export function listenForSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(signal))
}

/** Every part has a shorter limit of its own. Supervisors kill after 45 seconds, and then exit handlers do not run. */
const LAST_RESORT = 42 * SECOND

/**
 * Waits for Ctrl-C, SIGTERM, or the end of the terminal. A second signal, during shutdown, ends the process at once.
 * @param lastResort a shutdown that takes longer, in milliseconds, ends with the process
 */
export function untilStopped(lastResort = LAST_RESORT): Promise<void> {
  return new Promise(resolve => {
    onSignal = signal => {
      resolve()
      setTimeout(exit, lastResort, signal).unref()
      const first = Date.now()
      onSignal = signal => {
        if (Date.now() - first > SAME_KEYSTROKE) exit(signal)
      }
    }
  })
}

function exit(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal])
}

/** Ends a command whose reader has gone, as `semel doctor | head` does: quietly, after the handlers for the end of the process. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
}
