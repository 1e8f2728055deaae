import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Daemon, startDaemon } from './programs.ts'
import { shipped } from './shipped.ts'

/**
 * haproxy with `deploy/haproxy.cfg`, on another port, with other servers and as the user who runs the proof.
 * @param servers its `server` lines
 */
export async function startBalancer(directory: string, port: number, servers: string[]): Promise<Daemon> {
  const errors = fileURLToPath(new URL('../../deploy/haproxy-503.http', import.meta.url))
  let config = shipped('haproxy.cfg')
  const replace = (from: RegExp, to: string) => {
    if (!from.test(config)) throw new Error(`deploy/haproxy.cfg has nothing like ${from}, which is replaced.`)
    config = config.replaceAll(from, to)
  }
  replace(/^ *(user|group|chroot) .*\n/gm, '')
  replace(/^( *bind) .*$/gm, `$1 127.0.0.1:${port}`)
  replace(/(^ *server .*\n)+/gm, `${servers.join('\n')}\n`)
  replace(/\/etc\/haproxy\/errors\/semel-503\.http/g, errors)
  const path = join(directory, 'haproxy.cfg')
  await writeFile(path, config)
  return startDaemon('/usr/sbin/haproxy', ['-f', path], { log: join(directory, 'haproxy.log') })
}
