/** Faults that tests make in the development inbox. */
import { EventEmitter, on } from 'node:events'

/**
 * A point in the SMTP dialogue. At 'dot' the final dot has been read and nothing is stored; at 'reply' the email is
 * stored and the 250 is not sent yet.
 */
export type Stage = 'connect' | 'recipient' | 'body' | 'dot' | 'reply'

/** A fault of the inbox, for tests that need a bad receiver. Fields combine: first wait, then drop or refuse. */
type Fault = {
  at: Stage
  /** Applies only to email to this address. */
  to?: string
  /** Default: once. */
  times?: number
  /** Holds the dialogue here until this resolves. */
  until?: Promise<unknown>
  /** Closes the connection without a reply. */
  drop?: boolean
  /** The reply that refuses, such as "452 4.3.1 Insufficient system storage". */
  refuse?: string
}

/** The faults that are set, and events for the stages that dialogues reach. */
export class Faults {
  #set: (Fault & { times: number })[] = []
  #stages = new EventEmitter().setMaxListeners(0)

  add(...faults: Fault[]): void {
    this.#set.push(...faults.map(fault => ({ times: 1, ...fault })))
  }

  clear(): void {
    this.#set = []
  }

  /** Resolves when the next `times` dialogues have reached `stage`. @returns their recipients. @throws when the signal aborts */
  async reached(stage: Stage, times = 1, signal?: AbortSignal): Promise<string[]> {
    const recipients: string[] = []
    for await (const [recipient] of on(this.#stages, stage, { ...(signal && { signal }) })) {
      recipients.push(recipient)
      if (recipients.length >= times) break
    }
    return recipients
  }

  /** Called by the inbox at each stage. @throws the fault that is set for it */
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
      const [, code, text] = /^(\d{3}) (.*)$/.exec(fault.refuse)!
      throw Object.assign(new Error(text), { responseCode: Number(code) })
    }
  }
}
