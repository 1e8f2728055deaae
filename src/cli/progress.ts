import type { WriteStream } from 'node:tty'
import { SECOND } from '../time.ts'

const WIDTH = 24
const REDRAW_MS = 100

type Progress = {
  /** @param done how much of `total` is done, in the same unit; undefined when the total is unknown */
  show(count: number, done: number | undefined): void
  /** Writes a line above the bar. */
  line(text: string): void
  clear(): void
}

/** A bar with rate and time left. Without a terminal only lines are written. */
export function progressBar(out: WriteStream, unit: string, total: number | undefined): Progress {
  const started = performance.now()
  let drawn = 0
  const clear = () => {
    if (out.isTTY && drawn > 0) out.write('\r\x1b[K')
  }
  return {
    show(count, done) {
      const now = performance.now()
      if (!out.isTTY || now - drawn < REDRAW_MS) return
      out.write(`\r\x1b[K${barLine({ count, done, total, unit, elapsed: now - started }).slice(0, out.columns - 1)}`)
      drawn = now
    },
    line(text) {
      clear()
      out.write(`${text}\n`)
    },
    clear,
  }
}

type State = { count: number; done: number | undefined; total: number | undefined; unit: string; elapsed: number }

export function barLine({ count, done, total, unit, elapsed }: State): string {
  const rate = Math.round(count / Math.max(elapsed / SECOND, 0.001))
  const counted = `${count.toLocaleString('en')} ${unit}, ${rate.toLocaleString('en')}/s`
  if (done === undefined || !total || done === 0) return counted
  const part = Math.min(done / total, 1)
  const filled = Math.round(part * WIDTH)
  const left = Math.ceil((elapsed * (1 - part)) / part / SECOND)
  return `[${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}] ${Math.floor(part * 100)} %  ${counted}, ${clockTime(left)} left`
}

function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
