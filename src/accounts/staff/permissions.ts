/*
 * Permissions of staff. The role opens the console; the permissions say which parts of it. An admin has all of them, and alone
 * manages accounts, API keys and webhooks.
 *
 * A route says in `config.access` which permission it needs, and the menu of the console (src/console/layout.ts) says it for
 * the pages. Every request reads the row of the user, so a change counts at once, in every session.
 */
import { PERMISSIONS, type Permission, type Role } from '../tables.ts'

/** A requirement of a route or page: a permission, one of several, all that daily work needs, or only the role of staff. */
export type Need = Permission | readonly Permission[] | 'daily work' | 'any'

/** The rights that all staff had before there were permissions. */
export const DAILY_WORK: readonly Permission[] = ['orders', 'products', 'customers', 'money']

export function meets(has: readonly string[], need: Need): boolean {
  if (need === 'any') return true
  if (need === 'daily work') return DAILY_WORK.every(permission => has.includes(permission))
  return [need].flat().some(permission => has.includes(permission))
}

/** "orders", "orders or money": as documents and refusals name it. */
export function nameOfNeed(need: Exclude<Need, 'any'>, quote = (permission: string) => permission): string {
  const [names, word] = need === 'daily work' ? [DAILY_WORK, 'and'] : [[need].flat(), 'or']
  return names
    .map(quote)
    .join(', ')
    .replace(/, ([^,]+)$/, ` ${word} $1`)
}

/** The permissions that count: those of the row belong to staff. */
export function permissionsOf(role: Role, stored: readonly Permission[]): readonly Permission[] {
  if (role === 'admin') return PERMISSIONS
  return role === 'staff' ? stored : []
}

/** Each once, in the order in which the console shows them. */
export function inOrder(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter(permission => permissions.includes(permission))
}
