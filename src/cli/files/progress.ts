import type { WriteStream } from 'node:tty'
import { Presets, SingleBar } from 'cli-progress'
import { SECOND } from '../../time.ts'

type Progress = {
  /** @param done how much of `total` is done, in the same unit */
  show(count: number, done: number): void
  /** Writes a line above the bar. */
  line(text: string): void
  clear(): void
}

/**
 * A bar with rate and time left. Without a terminal only lines are written.
 * @param total undefined for input of unknown length: then count and rate are shown alone
 */
export function progressBar(out: WriteStream, unit: string, total: number | undefined): Progress {
  const started = performance.now()
  const counted = (count: number) => {
    const rate = Math.round(count / Math.max((performance.now() - started) / SECOND, 0.001))
    return { counted: `${count.toLocaleString('en')} ${unit}, ${rate.toLocaleString('en')}/s` }
  }
  const format = total ? '[{bar}] {percentage} %  {counted}, {eta_formatted} left' : '{counted}'
  const bar = new SingleBar({ format, barsize: 24, clearOnComplete: true, stream: out }, Presets.shades_classic)
  bar.start(total ?? 0, 0, counted(0))
  return {
    show: (count, done) => bar.update(Math.min(done, total ?? 0), counted(count)),
    line: text => void out.write(`${out.isTTY ? '\r\x1b[K' : ''}${text}\n`),
    clear: () => bar.stop(),
  }
}
