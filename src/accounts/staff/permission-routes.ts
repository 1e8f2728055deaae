/** The API of permissions: an admin reads and changes what a member of staff may do. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerTagged, ifMatch, Unchanged } from '../../http/representation/entity-tags.ts'
import type { Permission } from '../tables.ts'
import { actionOf } from '../users/admin-routes.ts'
import { changePermissions, findPermissions, Permissions, UserPermissions } from './change-permissions.ts'

const Id = uuidOf('user')

export function permissionRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /admin/users/:id/permissions', {
    id: 'getPermissions',
    summary: 'Get the permissions of a user',
    access: 'admin',
    problems: ['not_found'],
    params: Id,
    answers: { 200: UserPermissions, 304: Unchanged },
    handler: async (request, reply) =>
      answerTagged(request, reply, await findPermissions(context.db, request.params.id)),
  })

  operation(api, 'PATCH /admin/users/:id/permissions', {
    id: 'changePermissions',
    summary: 'Change the permissions of a member of staff',
    access: 'admin',
    stepUp: true,
    description:
      'The list replaces the former one, and counts at once in all sessions of the user. Each operation names ' +
      'the permission that staff need for it.',
    problems: ['not_found', 'not_staff', 'changed_meanwhile'],
    once: true,
    ifMatch: true,
    params: Id,
    body: Type.Object({ permissions: Permissions }, { title: 'PermissionsChange' }),
    answers: { 200: UserPermissions },
    handler: async (request, reply) => {
      const change = {
        ...actionOf(request),
        permissions: request.body.permissions as Permission[],
      }
      const check = ifMatch(request, reply)
      return answerOnce(context, request, reply, tx => changePermissions(tx, context, change, check))
    },
  })
}
