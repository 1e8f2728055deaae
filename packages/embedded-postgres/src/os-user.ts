import { spawnSync } from 'node:child_process'
import { EmbeddedPostgresError } from './error.ts'

export type OsUser = { uid: number; gid: number }

/** Where root keeps what another user must reach, when the clone stands in a home that only root can enter. */
export const SHARED_DIR = '/var/lib/semel'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root; no user is created for it, one that every system has will do. */
export function unprivilegedUser(): OsUser {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const user = lookUp(name)
    if (user !== undefined && user.uid !== 0) return user
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". ' +
      'Start Semel as an ordinary user, or set DATABASE_URL.',
  )
}

/** initdb looks its own user up by number and fails when there is no name. */
export function hasName(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)]).status === 0
}

export function canExecute(user: OsUser, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' }).status === 0
}

function lookUp(name: string): OsUser | undefined {
  const [uid, gid] = ['-u', '-g'].map(flag => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return answer.status === 0 ? Number(answer.stdout) : Number.NaN
  })
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: uid!, gid: gid! } : undefined
}
