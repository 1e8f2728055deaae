import { constants } from 'node:os'
import { SECOND } from '../time.ts'

/** What a signal does now. One listener stays for good: a signal that arrives between two of them would be lost. */
let obey: (signal: NodeJS.Signals) => void = exit

/** npm passes a Ctrl-C on that the terminal has already sent to us: one keystroke arrives twice, milliseconds apart. */
const SAME_KEYSTROKE = 1 * SECOND

/**
 * Until a command waits for these signals itself, they end the process by `process.exit`, so that what was opened by then
 * hears of it; by default the process would just be gone, and the embedded database would run on.
 */
export function listenForSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => obey(signal))
}

/** Ctrl-C, SIGTERM, or the terminal was closed. A second time, while closing, ends the process at once. */
export function untilToldToStop(): Promise<void> {
  return new Promise(resolve => {
    obey = () => {
      resolve()
      const told = Date.now()
      obey = signal => {
        if (Date.now() - told > SAME_KEYSTROKE) exit(signal)
      }
    }
  })
}

function exit(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal])
}
