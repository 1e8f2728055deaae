import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Daemon, startDaemon } from './programs.ts'

const DEPLOY = new URL('../../deploy/', import.meta.url)

/**
 * haproxy with a configuration of `deploy/`, on another port, with other servers and as the user who runs the proof.
 * @param servers its `server` lines
 */
export async function startBalancer(
  directory: string,
  shipped: string,
  port: number,
  servers: string[],
): Promise<Daemon> {
  const name = shipped.replaceAll(/\W/g, '-')
  const config = (await readFile(new URL(shipped, DEPLOY), 'utf8'))
    .replaceAll(/^ *(user|group|chroot) .*\n/gm, '')
    .replace(/^( *bind) .*$/m, `$1 127.0.0.1:${port}`)
    .replaceAll(/(^ *server .*\n)+/gm, `${servers.join('\n')}\n`)
    .replaceAll('/etc/haproxy/errors/semel-503.http', new URL('haproxy-503.http', DEPLOY).pathname)
  await writeFile(join(directory, name), config)
  return startDaemon('/usr/sbin/haproxy', ['-f', join(directory, name)], { log: join(directory, `${name}.log`) })
}
