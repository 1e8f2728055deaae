/** Reading and changing the permissions of a member of staff. */
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Uuid } from '../../http/schemas.ts'
import { Problem } from '../../problems.ts'
import { audit } from '../audit-log.ts'
import { PERMISSIONS, type Permission } from '../tables.ts'
import { type AdminAction, lockAmongAdmins } from '../users/administration.ts'
import { accounts, User } from '../users/user.ts'
import { inOrder, permissionsOf } from './permissions.ts'

export const Permissions = Type.Array(Type.String({ enum: [...PERMISSIONS] }), {
  minItems: 1,
  maxItems: PERMISSIONS.length,
  examples: [['orders', 'products']],
})

export const UserPermissions = Type.Object(
  {
    id: Uuid,
    role: User.properties.role,
    permissions: Type.Array(Type.String(), {
      description: 'Those that count: all of them for an admin, none for a customer.',
    }),
  },
  { title: 'UserPermissions' },
)

/** @throws Problem `not_found` */
export async function findPermissions(db: Db, userId: string): Promise<Static<typeof UserPermissions>> {
  const user = await accounts(db).select(['id', 'role', 'permissions']).where('id', '=', userId).executeTakeFirst()
  if (!user) throw new Problem('not_found', 'This user does not exist.')
  return { id: user.id, role: user.role, permissions: [...permissionsOf(user.role, user.permissions)] }
}

type Change = AdminAction & { permissions: readonly Permission[] }

/**
 * Gives a member of staff other permissions. The sessions stay, because each of their requests reads the row.
 * @param check throws when the permissions are not those that the admin has seen
 * @throws Problem `not_found`, `not_staff`
 */
export async function changePermissions(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  { permissions, ...action }: Change,
  check?: (state: object) => void,
): Promise<Static<typeof UserPermissions>> {
  await lockAmongAdmins(tx, action)
  const before = await findPermissions(tx, action.userId)
  check?.(before)
  if (before.role !== 'staff') throw new Problem('not_staff')
  const chosen = inOrder(permissions)
  const [from, to] = [before.permissions.join(' '), chosen.join(' ')]
  if (from === to) return before
  await tx.updateTable('users').set({ permissions: chosen }).where('id', '=', action.userId).execute()
  await audit(tx, 'permissions_changed', { at: clock.now(), ...action, detail: { from, to } })
  await publishToFeed(tx, clock.now(), { type: 'user.updated', data: { userId: action.userId } })
  return { ...before, permissions: chosen }
}
