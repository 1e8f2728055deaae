import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A relay that is not the inbox, so it cannot be asked, and that replies as a test says. */
export type TestRelay = AsyncDisposable & {
  port: number
  /** The value of SMTP_URL. */
  url: string
  /** The messages whose final dot was read. */
  mails: string[]
  /** The connections that are open. */
  connections: Set<Socket>
  /** The connections that were ever opened. */
  opened: number
  /** The reply to a new connection. Any reply other than 220 ends it. */
  greet: () => string
  /** The reply to MAIL FROM, given its address. */
  mail: (address: string) => string
  /** The reply to RCPT TO, given its address. */
  rcpt: (address: string) => string
  /** The reply to the final dot; undefined: none, ever. */
  dot: (mail: string) => string | undefined
}

export async function openTestRelay(port = 0): Promise<TestRelay> {
  const connections = new Set<Socket>()
  const server = createServer(socket => {
    relay.opened++
    const greeting = relay.greet()
    socket.on('error', () => {})
    if (!greeting.startsWith('220')) return void socket.end(`${greeting}\r\n`)
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.write(`${greeting}\r\n`)
    let rest = ''
    let inMessage = false
    socket.setEncoding('latin1').on('data', chunk => {
      rest += chunk
      for (;;) {
        const end = inMessage ? '\r\n.\r\n' : '\r\n'
        const at = rest.indexOf(end)
        if (at < 0) return
        const text = rest.slice(0, at)
        rest = rest.slice(at + end.length)
        const reply = inMessage ? taken(text) : replyTo(text)
        inMessage = reply?.startsWith('354') ?? false
        if (reply !== undefined) socket.write(`${reply}\r\n`)
      }
    })
  })
  const taken = (mail: string) => {
    relay.mails.push(mail)
    return relay.dot(mail)
  }
  const replyTo = (command: string) => {
    if (/^DATA/i.test(command)) return '354 Go on'
    if (/^MAIL/i.test(command)) return relay.mail(/<(.*?)>/.exec(command)?.[1] ?? '')
    return /^RCPT/i.test(command) ? relay.rcpt(/<(.*)>/.exec(command)?.[1] ?? '') : '250 OK'
  }
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const relay: TestRelay = {
    port: (server.address() as AddressInfo).port,
    url: '',
    mails: [],
    connections,
    opened: 0,
    greet: () => '220 test',
    mail: () => '250 OK',
    rcpt: () => '250 OK',
    dot: () => '250 Taken',
    [Symbol.asyncDispose]: async () => {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  relay.url = `smtp://127.0.0.1:${relay.port}`
  return relay
}
