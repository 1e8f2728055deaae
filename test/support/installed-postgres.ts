/** A PostgreSQL of the machine, instead of the embedded one: `TEST_POSTGRES=/usr/lib/postgresql/15/bin npm run test:quick`. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Embedded } from '#embedded-postgres'
import { isRoot, unprivilegedUser } from '../../packages/embedded-postgres/src/os-user.ts'
import { access, urlOf } from '../../packages/embedded-postgres/src/postmaster.ts'

/** Every version that Semel supports: SECURITY.md. */
export const SUPPORTED = [15, 16, 17, 18]

/** Finds where Debian and Red Hat put the programs of a version. @returns undefined when it is not installed */
export function installedVersion(version: number): string | undefined {
  const places = [`/usr/lib/postgresql/${version}/bin`, `/usr/pgsql-${version}/bin`]
  return places.find(bin => existsSync(join(bin, 'initdb')))
}

const SETTINGS = {
  listen_addresses: '',
  max_connections: '400',
  timezone: 'UTC',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** A new server in a folder of `parent`, which leaves with it. As docs/deploy.md creates it, but for the disk. */
export async function startInstalled(bin: string, parent: string): Promise<Embedded> {
  const directory = await mkdtemp(join(parent, 'semel-postgres-'))
  const user = isRoot() ? unprivilegedUser() : undefined
  if (user) await chown(directory, user.uid, user.gid)
  await chmod(directory, 0o700)
  const data = join(directory, 'data')
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  const initial = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(bin, 'initdb'), [`--pgdata=${data}`, ...initial], { ...options, stdio: ['ignore', 'ignore', 2] })
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: directory })
  const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...args], { ...options, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const stopAtExit = () => void server.kill('SIGQUIT')
  process.once('exit', stopAtExit)
  const close = async () => {
    server.kill('SIGINT')
    await ended
    process.off('exit', stopAtExit)
    await rm(directory, { recursive: true, force: true })
  }
  await createDatabase(directory)
  return { url: urlOf(directory), owned: true, close, [Symbol.asyncDispose]: close }
}

async function createDatabase(socketDir: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    const client = new pg.Client(access(socketDir))
    try {
      await client.connect()
      await client.query('create database semel')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
