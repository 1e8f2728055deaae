/** The API of reports about emails, and of the suppression list. */
import { Type } from 'typebox'
import { audit } from '../../accounts/audit-log.ts'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { SUPPRESSION_REASONS } from '../tables.ts'
import { LARGEST_REPORT, readReport } from './read-report.ts'
import { clearSuppressed, listSuppressed, receiveReport, type SuppressedAddress } from './suppressed.ts'

const Suppressed = Type.Object(
  {
    id: Uuid,
    address: Type.String(),
    reason: Type.Enum([...SUPPRESSION_REASONS], {
      description:
        'bounced: a report said so; refused: the relay did; complained: the reader pressed "spam", so only advertising is withheld.',
    }),
    detail: Type.String({ description: 'What the receiving side said.' }),
    since: Time,
    userId: orNull(Uuid),
    deliveryId: orNull(Uuid, { description: 'The email that came back.' }),
    unsent: Type.Integer({ description: 'Confirmations, invoices and receipts that were withheld, at most 100.' }),
  },
  { title: 'SuppressedAddress' },
)

export function suppressionRoutes(api: App, context: AppContext): void {
  reportRoute(api, context)
  const { db, clock } = context
  operation(api, 'GET /admin/suppressed-addresses', {
    id: 'listSuppressedAddresses',
    summary: 'List the addresses to which nothing is sent',
    access: { role: 'staff', permission: 'customers' },
    description: 'Newest first.',
    query: Type.Object(LIST_QUERY),
    answers: { 200: Page(Suppressed) },
    handler: async (request, reply) => {
      const list = await listSuppressed(db, request.query)
      return answerPage(request, reply, { ...list, items: list.items.map(showSuppressed) })
    },
  })

  operation(api, 'DELETE /admin/suppressed-addresses/:id', {
    id: 'clearSuppressedAddress',
    summary: 'Send emails to an address again',
    access: { role: 'staff', permission: 'customers' },
    stepUp: WITHOUT_STEP_UP.oneEmail,
    description: 'What was withheld stays unsent; send it again from the delivery log.',
    params: uuidOf('suppressed address'),
    handler: async request => {
      const { id } = request.params
      const isCleared = await db.transaction().execute(async tx => {
        const isCleared = await clearSuppressed(tx, id)
        const actorId = actorIdOf(request)
        if (isCleared) await audit(tx, 'address_cleared', { at: clock.now(), ...(actorId && { actorId }) })
        return isCleared
      })
      if (!isCleared) throw new Problem('not_found', 'This address is not suppressed.')
    },
  })
}

function reportRoute(api: App, context: AppContext): void {
  operation(api, 'POST /mail-reports', {
    id: 'receiveMailReport',
    summary: 'Report that an email came back or annoyed its reader',
    access: { role: 'admin', scope: 'mail-reports:write' },
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'For a program that reads the mailbox of the sender: the whole report, as it arrived (RFC 3464 or RFC ' +
      '5965). It counts once. The email is known by its Message-ID, and the address that is suppressed is the ' +
      'one that it was sent to.',
    problems: ['not_a_mail_report'],
    bodyLimit: 2 * LARGEST_REPORT,
    body: Type.Object(
      {
        source: Type.String({
          minLength: 1,
          description: 'The email with its headers. What is beyond 512 KiB is ignored.',
        }),
      },
      { title: 'MailReport' },
    ),
    answers: {
      200: Type.Object(
        {
          outcome: Type.Enum(['suppressed', 'noted', 'repeated', 'unknown'], {
            description:
              'suppressed: nothing is sent to the address any more; noted: the address is not at fault; ' +
              'repeated: it was known; unknown: we sent no such email.',
          }),
        },
        { title: 'MailReportOutcome' },
      ),
    },
    handler: async request => {
      const report = await readReport(request.body.source)
      if (!report) throw new Problem('not_a_mail_report')
      const outcome = await receiveReport(context, report)
      context.log.info({ delivery: report.deliveryId, kind: report.kind, outcome }, 'mail report')
      return { outcome }
    },
  })
}

function showSuppressed({ since, ...row }: SuppressedAddress) {
  return { ...row, since: since.toISOString() }
}
