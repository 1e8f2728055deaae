import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/*
 * A relay that does nothing: answers every command, takes every message, keeps a count. Runs as a process of its own, so
 * that it does not slow the sender by more than its share of the machine. Prints its port.
 */
const END = Buffer.from('\r\n.\r\n')

const server = createServer(socket => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  let inMessage = false
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let answers = ''
    for (;;) {
      const end = rest.indexOf(inMessage ? END : '\r\n')
      if (end < 0) break
      const line = inMessage ? '' : rest.toString('latin1', 0, 4).toUpperCase()
      rest = rest.subarray(end + (inMessage ? END.length : 2))
      if (inMessage) answers += '250 2.0.0 Taken\r\n'
      else if (line === 'EHLO') answers += '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
      else if (line === 'DATA') answers += '354 Go on\r\n'
      else if (line === 'QUIT') socket.end('221 Bye\r\n')
      else answers += '250 2.0.0 OK\r\n'
      inMessage = !inMessage && line === 'DATA'
    }
    // Only the end of a message matters, so the rest is dropped.
    if (inMessage && rest.length > END.length) rest = rest.subarray(-END.length)
    if (answers) socket.write(answers)
  })
})
await once(server.listen(0, '127.0.0.1'), 'listening')
console.log((server.address() as AddressInfo).port)
