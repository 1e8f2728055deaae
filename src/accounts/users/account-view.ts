import type { Form } from '../../pages/form.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import type { Html } from '../../pages/html.ts'
import type { listFactors } from '../second-factors/factors.ts'
import type { listSessions } from '../sessions/sessions.ts'
import type { findUser } from './user.ts'

/** The data that the sections of the account page show. */
export type AccountView = {
  user: NonNullable<Awaited<ReturnType<typeof findUser>>>
  factors: Awaited<ReturnType<typeof listFactors>>
  codesLeft: number
  sessions: Awaited<ReturnType<typeof listSessions>>
  sessionId: string
  steppedUp: boolean
  wantsAnnouncements: boolean
  show: ShowForm
  /** For the forms of one row of a table. */
  showIn(row: { id: string }): ShowForm
  /** The form that was sent was refused. */
  isRefused(form: Form): boolean
  /** Shown in place of the forms for passkeys when the page is at an IP address. */
  passkeysElsewhere: Html
  sendsSms: boolean
}
