import type { Form, FormState } from '../../pages/form.ts'
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
  /** Where a step-up leads, when another page asked for it. */
  next: string | undefined
  wantsAnnouncements: boolean
  /** The state of the form that was sent; the state of all others is empty. */
  stateOf(form: Form): FormState
  csrfToken: string | undefined
  /** Shown in place of the forms for passkeys when the page is at an IP address. */
  passkeysElsewhere: Html
  sendsSms: boolean
}
