/** The door of a real relay: passes the dialogue on, and makes the faults at the same points as the development inbox. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { Faults, type Stage } from '../../src/dev/inbox-faults.ts'

export type Door = AsyncDisposable & { faults: Faults; url: string }

/** @param port of the relay */
export async function openDoor(port: number): Promise<Door> {
  const faults = new Faults()
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)))
    return socket
  }
  const server = createServer(async client => {
    keep(client)
    if (await isThrough(faults, 'connect', '', client))
      new Dialogue(client, keep(createConnection(port, '127.0.0.1')), faults)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    faults,
    // It reads the commands, so nothing is encrypted.
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?tls=off`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Waits for the faults of a stage. @returns false when the dialogue ends there, or goes on without the relay */
async function isThrough(faults: Faults, stage: Stage, recipient: string, client: Socket): Promise<boolean> {
  try {
    await faults.meet(stage, recipient, () => client.destroy())
    return true
  } catch (error) {
    const { responseCode, message } = error as { responseCode?: number; message: string }
    if (responseCode) client.write(`${responseCode} ${message}\r\n`)
    return false
  }
}

const DOT = '\r\n.\r\n'

/** One connection of Semel. It sends the dot alone, after the rest of the email. */
class Dialogue {
  readonly #client: Socket
  readonly #relay: Socket
  readonly #faults: Faults
  #recipient = ''
  /** `asked`: DATA was sent; `dotted`: the relay has the whole email, and its next reply is the last. */
  #state: 'commands' | 'asked' | 'body' | 'dotted' = 'commands'
  #rest = ''
  #work: Promise<unknown> = Promise.resolve()

  constructor(client: Socket, relay: Socket, faults: Faults) {
    this.#client = client
    this.#relay = relay
    this.#faults = faults
    // The relay gets what came before, then the end.
    client.on('close', () => this.#next(async () => void relay.end()))
    relay.on('close', () => client.end())
    // Bytes, one character each.
    client.setEncoding('latin1').on('data', chunk => this.#next(() => this.#fromClient(String(chunk))))
    relay.setEncoding('latin1').on('data', chunk => this.#next(() => this.#fromRelay(String(chunk))))
  }

  #next(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch(() => this.#client.destroy())
  }

  async #fromClient(chunk: string): Promise<void> {
    if (this.#state === 'body') return this.#body(chunk)
    const [, recipient] = /^RCPT TO:<(.*?)>/i.exec(chunk) ?? []
    if (recipient !== undefined) {
      this.#recipient = recipient
      if (!(await isThrough(this.#faults, 'recipient', recipient, this.#client))) return
    }
    this.#state = /^DATA\r\n/i.test(chunk) ? 'asked' : 'commands'
    this.#relay.write(chunk, 'latin1')
  }

  async #fromRelay(chunk: string): Promise<void> {
    const [state, recipient] = [this.#state, this.#recipient]
    if (state === 'asked' && /^354/m.test(chunk)) this.#state = 'body'
    if (state === 'dotted') this.#state = 'commands'
    if (state === 'dotted' && !(await isThrough(this.#faults, 'reply', recipient, this.#client))) return
    // PIPELINING would bring several commands in one piece (RFC 2920), and replies to them could overtake each other.
    this.#client.write(chunk.replace(/^250-PIPELINING\r\n/m, ''), 'latin1')
    if (this.#state === 'body' && !(await isThrough(this.#faults, 'body', recipient, this.#client)))
      this.#relay.destroy()
  }

  /** The dot comes last, and Semel sends nothing else before its reply. */
  async #body(chunk: string): Promise<void> {
    this.#rest += chunk
    if (!this.#rest.endsWith(DOT)) {
      // The end of what came may be the beginning of the dot.
      this.#relay.write(this.#rest.slice(0, -DOT.length), 'latin1')
      this.#rest = this.#rest.slice(-DOT.length)
      return
    }
    const end = this.#rest
    this.#rest = ''
    this.#state = 'dotted'
    if (await isThrough(this.#faults, 'dot', this.#recipient, this.#client)) this.#relay.write(end, 'latin1')
    // The relay has no dot, so it throws the email away.
    else this.#relay.destroy()
  }
}
