/** The API that lists the things a member of staff has made, so that an admin who disables or demotes them sees what to end. */
import { Type } from 'typebox'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { operation } from '../../http/operation.ts'
import { Problem } from '../../problems.ts'
import { listMade, Made } from './made.ts'

export function madeRoutes(api: App, { db, clock }: AppContext): void {
  operation(api, 'GET /admin/users/:id/made', {
    id: 'listMade',
    summary: 'List what a user has made that still works',
    access: 'admin',
    description:
      'API keys, invitations, webhooks, announcements under way and addresses in the settings, also those that ' +
      'keys of the user have made. They work while the user may make them. `revokeApiKey`, `withdrawInvitation`, ' +
      '`disableWebhook`, `endAnnouncement` and `withdrawSettingAddress` end them; `resendInvitation`, ' +
      '`takeOverWebhook`, `takeOverAnnouncement` and `renewSettingAddress` make them yours.',
    problems: ['not_found'],
    params: uuidOf('user'),
    answers: { 200: Type.Object({ items: Type.Array(Made) }, { title: 'MadeList' }) },
    handler: async request => {
      const { id } = request.params
      if (!(await findUser(db, id))) throw new Problem('not_found', 'This user does not exist.')
      return { items: await listMade(db, id, clock.now()) }
    },
  })
}
