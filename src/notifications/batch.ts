/**
 * Makes one call out of many: while a call runs, further asks wait, and the next call takes them all. Alone an ask is
 * not delayed; under load a commit serves everyone who waits for one.
 * @param run answers in the order of the asks
 */
export function batched<Ask, Answer>(run: (asks: Ask[]) => Promise<Answer[]>): (ask: Ask) => Promise<Answer> {
  let waiting: { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let running = false

  const next = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const answers = await run(batch.map(({ ask }) => ask))
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }
  return ask =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      // Not before the present turn is over: what is asked in the same breath goes together.
      if (!running) {
        running = true
        queueMicrotask(() => void next())
      }
    })
}
