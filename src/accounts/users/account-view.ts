import type { Html } from '../../html/html.ts'
import type { Form } from '../../pages/form.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import type { ShopSettings } from '../../shop/settings.ts'
import type { listFactors } from '../second-factors/factors.ts'
import type { listSessions } from '../sessions/sessions.ts'
import type { findMe } from './user.ts'

/** The data that the sections of the account page show. */
export type AccountView = {
  user: NonNullable<Awaited<ReturnType<typeof findMe>>>
  factors: Awaited<ReturnType<typeof listFactors>>
  codesLeft: number
  sessions: Awaited<ReturnType<typeof listSessions>>
  sessionId: string
  steppedUp: boolean
  /** The form that waits for a step-up, for `KEPT`. */
  kept: string | undefined
  wantsAnnouncements: boolean
  wantsNews: boolean
  show: ShowForm
  /** Shows the forms of one row of a table. */
  showIn(row: { id: string }): ShowForm
  /** The form that was sent was refused. */
  isRefused(form: Form): boolean
  /** Shown in place of the forms for passkeys when the page is at an IP address. */
  passkeysElsewhere: Html
  sendsSms: boolean
  /** Somebody has asked for recovery of the account. */
  hasRecoveryRequest: boolean
  /** The languages of the shop; the first one is that of users who have not chosen. */
  languages: ShopSettings['languages']
}
