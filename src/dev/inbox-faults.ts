import { EventEmitter, on } from 'node:events'

/** Where in the SMTP dialogue: the last two are the final dot read but nothing stored, and stored but no 250 sent yet. */
export type Stage = 'connect' | 'recipient' | 'body' | 'dot' | 'reply'

/** What the inbox does wrong, for tests that need a bad receiver. Fields combine: first wait, then drop or refuse. */
export type Fault = {
  at: Stage
  /** Only mail to this address. */
  to?: string
  /** How often; once when not given. */
  times?: number
  /** Holds the dialogue here until it resolves. */
  until?: Promise<unknown>
  /** Ends the connection without a word. */
  drop?: boolean
  /** The refusal: "452 4.3.1 Insufficient system storage". */
  refuse?: string
}

/** The faults that are set, and the news of where dialogues stand. */
export class Faults {
  #set: (Fault & { times: number })[] = []
  #stages = new EventEmitter().setMaxListeners(0)

  add(...faults: Fault[]): void {
    this.#set.push(...faults.map(fault => ({ times: 1, ...fault })))
  }

  clear(): void {
    this.#set = []
  }

  /** Resolves when the next `times` dialogues have come to `stage`. @returns their recipients */
  async reached(stage: Stage, times = 1): Promise<string[]> {
    const recipients: string[] = []
    for await (const [recipient] of on(this.#stages, stage)) {
      recipients.push(recipient)
      if (recipients.length >= times) break
    }
    return recipients
  }

  /** Called by the inbox at each stage. @throws what the fault says */
  async meet(stage: Stage, recipient: string, drop: () => void): Promise<void> {
    const fault = this.#set.find(({ at, to, times }) => at === stage && times > 0 && (!to || to === recipient))
    if (fault) fault.times--
    this.#stages.emit(stage, recipient)
    if (!fault) return
    await fault.until
    if (fault.drop) {
      drop()
      throw new Error('dropped')
    }
    if (fault.refuse) {
      const [, code, words] = /^(\d{3}) (.*)$/.exec(fault.refuse)!
      throw Object.assign(new Error(words), { responseCode: Number(code) })
    }
  }
}
