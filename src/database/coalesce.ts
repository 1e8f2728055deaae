/**
 * Fewer calls for many callers: `shareInFlight` for one question, `batchByKey` for one question about many keys,
 * `batchInFlight` for many questions of one form, `batch` for many inputs that one call can take. docs/decisions/026 holds
 * the figures.
 */
import { setImmediate } from 'node:timers/promises'
import { SECOND } from '../time.ts'
import { withoutArea } from './limits.ts'
import { FairQueue } from './pooling/fair-queue.ts'

/**
 * All callers of one turn of the event loop share a call. It starts after they called, so no caller gets an answer from
 * before its question. At most two calls are in flight; later callers share the next one.
 */
export function shareInFlight<T>(ask: () => Promise<T>): () => Promise<T> {
  const inFlight = new Set<Promise<unknown>>()
  let next: Promise<T> | undefined
  const askNext = async () => {
    if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
    // Requests that the event loop has already read from its sockets may still join.
    await setImmediate()
    next = undefined
    const answer = withoutArea(ask)
    const settled: Promise<unknown> = answer.then(nothing, nothing)
    inFlight.add(settled)
    void settled.then(() => inFlight.delete(settled))
    return answer
  }
  return () => {
    next ??= askNext()
    return next
  }
}

const MAX_IN_FLIGHT = 2

function nothing(): void {}

/**
 * Joins look-ups by key: keys that arrive while a call is in flight go into the next one together.
 * @param find gives the values of the keys that it finds
 */
export function batchByKey<V>(
  find: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let waiting = new Set<string>()
  const found = shareInFlight(() => {
    const keys = [...waiting]
    waiting = new Set()
    return find(keys)
  })
  return async key => {
    waiting.add(key)
    return (await found()).get(key)
  }
}

/**
 * Joins questions that arrive while others are in flight, at most so many in a call. As with `shareInFlight`, a call
 * starts after its questions were asked, and at most two are in flight.
 * @param run returns the answers in the order of the questions
 */
export function batchInFlight<Question, Answer>(
  most: number,
  run: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  type Batch = { questions: Question[]; answers: Promise<Answer[]> }
  const calls = new FairQueue({ places: MAX_IN_FLIGHT, within: CALL_WAIT })
  let open: Batch | undefined
  const send = async (questions: Question[]) => {
    const close = () => {
      if (open?.questions === questions) open = undefined
    }
    let leave: (() => void) | undefined
    try {
      leave = await calls.enter(undefined)
      // Requests that the event loop has already read from its sockets may still join.
      await setImmediate()
      close()
      return await withoutArea(() => run(questions))
    } finally {
      close()
      leave?.()
    }
  }
  const begin = (): Batch => {
    const questions: Question[] = []
    return { questions, answers: send(questions) }
  }
  return async question => {
    if (!open || open.questions.length >= most) open = begin()
    const { questions, answers } = open
    const index = questions.push(question) - 1
    return (await answers)[index]!
  }
}

/** A request has less time than this. */
const CALL_WAIT = 30 * SECOND

/**
 * While a call runs, further inputs wait, and the next call takes all of them. A single input is not delayed; under load
 * one commit serves every caller that waits for it.
 * @param run returns the results in the order of the inputs
 */
export function batch<Input, Result>(run: (inputs: Input[]) => Promise<Result[]>): (input: Input) => Promise<Result> {
  let waiting: { input: Input; result: PromiseWithResolvers<Result> }[] = []
  let isRunning = false

  const runAll = async () => {
    while (waiting.length > 0) {
      const taken = waiting
      waiting = []
      try {
        const results = await run(taken.map(({ input }) => input))
        for (const [index, { result }] of taken.entries()) result.resolve(results[index]!)
      } catch (error) {
        for (const { result } of taken) result.reject(error)
      }
    }
    isRunning = false
  }
  return input => {
    const result = Promise.withResolvers<Result>()
    waiting.push({ input, result })
    if (!isRunning) {
      isRunning = true
      // Runs after the present turn, so that inputs of the same turn go together.
      queueMicrotask(() => void runAll())
    }
    return result.promise
  }
}
