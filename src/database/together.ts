/**
 * One question for many askers: who asks while an answer is on its way shares the next one, which is asked after all of
 * them have asked. So nobody hears of an earlier moment than the one in which they asked, and however many ask, the
 * database has one question to answer at a time.
 */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    const asked = ask()
    running = asked
    const done = () => {
      if (running === asked) running = undefined
    }
    asked.then(done, done)
    return asked
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}
