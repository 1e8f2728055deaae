import { spawnSync } from 'node:child_process'
import { EmbeddedPostgresError } from './error.ts'

export type OsUser = { uid: number; gid: number }

/** Root keeps files here that another user must reach, when only root can enter the directory of the clone. */
export const SHARED_DIR = '/var/lib/semel'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root. It runs as a user that every system has, so none is created. */
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

/** initdb looks up the name of its user id, and fails without one. */
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
