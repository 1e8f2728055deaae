import { parentPort } from 'node:worker_threads'

/** The other side of `WorkThread`: to be called once by the file of the thread. */
export function answerWork<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  parentPort!.on('message', async (input: Input) => {
    parentPort!.postMessage(await answerTo(input))
  })

  async function answerTo(input: Input) {
    try {
      return { output: await work(input) }
    } catch (error) {
      return { error }
    }
  }
}
