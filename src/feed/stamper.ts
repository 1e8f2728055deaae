import type { AppContext } from '../context.ts'
import { Rounds } from '../database/news/rounds.ts'
import { stamp } from './stamp.ts'

/** Stamps events as soon as they are committed. Any number of processes may do this; readers do it as well. */
export function startStamper(context: AppContext): AsyncDisposable {
  return new Rounds(context, { failed: 'stamper failed', recovered: 'stamper recovered' }, () => stamp(context.db))
}
