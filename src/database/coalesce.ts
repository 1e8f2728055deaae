import { setImmediate as turn } from 'node:timers/promises'

/**
 * One question for many askers: all who ask in one turn of the event loop share a question, which is asked after that, so
 * nobody hears of an earlier moment than the one in which they asked. Few questions are on their way at a time; those who
 * ask while it is so share the next one.
 */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  const running = new Set<Promise<unknown>>()
  let next: Promise<T> | undefined
  const askNext = async () => {
    if (running.size >= AT_A_TIME) await Promise.race(running)
    // All that the event loop has read from its sockets may join.
    await turn()
    next = undefined
    const asked = ask()
    const ended: Promise<unknown> = asked.then(nothing, nothing)
    running.add(ended)
    void ended.then(() => running.delete(ended))
    return asked
  }
  return () => {
    next ??= askNext()
    return next
  }
}

const AT_A_TIME = 2

function nothing(): void {}

/**
 * The same for questions about one thing of many: the keys that come while an answer is on its way are asked for together
 * in the next question.
 * @param ask answers for the keys that it finds something about
 */
export function eachTogether<V>(
  ask: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let waiting = new Set<string>()
  const answered = together(() => {
    const keys = [...waiting]
    waiting = new Set()
    return ask(keys)
  })
  return async key => {
    waiting.add(key)
    return (await answered()).get(key)
  }
}
