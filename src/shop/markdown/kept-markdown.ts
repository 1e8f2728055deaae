/**
 * Texts in Markdown are rendered once in each process and kept. The library's time may grow with the square of a text: 20 seconds for
 * some texts of 40,000 characters. So long texts are read in a thread, networks take turns at it, and a text that takes too much of the
 * processor is refused when it is saved. One that is there from before is shown as it was written.
 */
import { currentLimits } from '../../database/limits.ts'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { type Html, html } from '../../html/html.ts'
import { currentRequest } from '../../http/current-request.ts'
import { type FieldError, invalidInput } from '../../problems.ts'
import { ThreadEnded, WorkThread } from '../../threads/work-thread.ts'
import { SECOND } from '../../time.ts'
import { type Mistake, readMarkdown, renderTokens, TOO_DEEP } from './markdown.ts'
import type { Read } from './markdown-thread.ts'

/** Characters that take some milliseconds at most, whatever they are. */
const SHORT = 500

/** Processor time. Ordinary texts of 40,000 characters take a tenth of it. */
const MOST_MILLISECONDS = 500
/** Elapsed time, enough for a busy machine. */
const READING = 5 * SECOND

const KEPT = 100

const TOO_COMPLEX: Mistake = {
  reason: 'takes too long to read, because it repeats signs such as *, _ or [ too often',
  code: 'too_complex',
}

type Reader = { thread: WorkThread<string, Read>; turns: FairQueue }

function openReader(): Reader {
  return {
    thread: new WorkThread(import.meta.url, 'markdown-thread', READING),
    turns: new FairQueue({ places: 1, waitingPerKey: 40, waiting: 1000, within: READING }),
  }
}

/** Two, so that no page waits for a text that somebody saves. */
const [checking, showing] = [openReader(), openReader()]

const kept = new Map<string, Html>()

/** A text that was checked when it was saved. */
export async function renderMarkdown(text: string): Promise<Html> {
  const known = kept.get(text)
  if (known) return keep(text, known)
  const leave = await showing.turns.enter(currentLimits().network, currentRequest()?.isGone)
  try {
    // Others may have waited for the same text.
    return keep(text, kept.get(text) ?? renderRead(text, await read(showing, text)))
  } finally {
    leave()
  }
}

/** @param texts by field @throws Problem 422 with each mistake */
export async function requireMarkdown(texts: Readonly<Record<string, string>>): Promise<void> {
  const errors: FieldError[] = []
  for (const [field, text] of Object.entries(texts)) {
    const mistake = await findMistake(text)
    if (mistake) errors.push({ field, ...mistake })
  }
  if (errors.length > 0) throw invalidInput(...errors)
}

async function findMistake(text: string): Promise<Mistake | undefined> {
  const leave = await checking.turns.enter(currentLimits().network, currentRequest()?.isGone)
  try {
    const found = await read(checking, text)
    if ('mistake' in found) return found.mistake
    return found.milliseconds > MOST_MILLISECONDS ? TOO_COMPLEX : undefined
  } finally {
    leave()
  }
}

/** Quotes and numbered lists that begin in one line, one in the other, more often than they may be nested. */
const NESTED_IN_A_LINE = /^(?: {0,3}(?:>|\d{1,9}[.)]) ?){14}/m

async function read({ thread }: Reader, text: string): Promise<Read> {
  if (NESTED_IN_A_LINE.test(text)) return { mistake: TOO_DEEP, milliseconds: 0 }
  if (text.length <= SHORT) return { ...readMarkdown(text), milliseconds: 0 }
  try {
    return await thread.run(text)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    return { mistake: TOO_COMPLEX, milliseconds: READING }
  }
}

function renderRead(text: string, read: Read): Html {
  return 'tokens' in read ? renderTokens(read.tokens) : html`<p class="as-written">${text}</p>`
}

/** The one that nobody has read for longest makes room. */
function keep(text: string, shown: Html): Html {
  kept.delete(text)
  kept.set(text, shown)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return shown
}
