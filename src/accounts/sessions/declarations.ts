/** Checks when a route is registered that it declares all about its access. */
import type { FastifyContextConfig } from 'fastify'
import type { Permission } from '../tables.ts'

/** An `Access`, as far as it is looked at here. */
type Declared = string | { readonly role: string; readonly permission?: unknown; readonly scope?: string }

/** The scope that a key needs for what staff need the permission for. Who packs orders moves no money, person or program. */
export const SCOPE_OF: { readonly [permission in Permission]?: 'money:write' } = { money: 'money:write' }

/** Requires each change by staff to declare whether it needs a recent second factor, so that no new operation forgets it. */
export function requireStepUpDeclared(method: string, url: string, { access, stepUp }: FastifyContextConfig): void {
  if (method === 'GET' || method === 'HEAD' || stepUp !== undefined || !isOfStaff(access!)) return
  throw new Error(`${method} ${url} must say in \`stepUp\` whether it needs a second factor, or why not`)
}

/** The route acts for the shop: for staff, or for users among whom staff act for everybody. */
export function isOfStaff(access: Declared): boolean {
  if (typeof access === 'string') return access === 'admin'
  if (access.role === 'visitor') return false
  return access.role !== 'user' || access.permission !== undefined
}

/** A change that asks people for such a permission asks keys for its scope, and no other change does. */
export function requireScopeOfPermission(url: string, access: Declared): void {
  if (typeof access === 'string' || access.scope === undefined) return
  const permission = 'permission' in access ? access.permission : undefined
  const own = typeof permission === 'string' ? SCOPE_OF[permission as Permission] : undefined
  const isOwn = Object.values<string>(SCOPE_OF).includes(access.scope)
  if (own ? access.scope !== own : isOwn)
    throw new Error(`${url}: the scope ${access.scope} does not go with the permission ${permission}`)
}
