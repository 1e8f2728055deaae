import { setImmediate as turn } from 'node:timers/promises'

/**
 * One question for many askers: who asks while an answer is on its way shares the next one, which is asked after all of
 * them have asked. So nobody hears of an earlier moment than the one in which they asked, and however many ask, the
 * database has one question to answer at a time.
 */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const askNext = async () => {
    await running?.catch(() => {})
    // All that the event loop has read from its sockets may join.
    await turn()
    next = undefined
    const asked = ask()
    running = asked
    return asked
  }
  return () => {
    next ??= askNext()
    return next
  }
}

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
