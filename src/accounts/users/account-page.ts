/** The account page: everything that users see and change about their own account. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import type { Form, FormState, FormStates } from '../../pages/form.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import { page } from '../../pages/layout.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { UNSET } from '../../shop/settings.ts'
import { sendsSms } from '../../sms/transport.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { passkeysElsewhere } from '../components.ts'
import { newsSince, wantsAnnouncements } from '../email-preferences.ts'
import { RECOVERY_FORMS, recoverySection } from '../recovery/notice-section.ts'
import { findOpenRecovery } from '../recovery/requests.ts'
import { FACTOR_FORMS, factorSection } from '../second-factors/factor-section.ts'
import { listFactors } from '../second-factors/factors.ts'
import { askedForm, keep, keptForm } from '../second-factors/kept-form.ts'
import { recoveryCodesLeft } from '../second-factors/recovery-codes.ts'
import { isStepUpRecent } from '../second-factors/step-up.ts'
import { confirms, STEP_UP_FORMS, stepUpSection } from '../second-factors/step-up-section.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { findSession } from '../sessions/credentials.ts'
import { SESSION_FORMS, sessionSection } from '../sessions/session-section.ts'
import { listSessions } from '../sessions/sessions.ts'
import type { AccountView } from './account-view.ts'
import { DATA_FORMS, dataSection, EXPORT, notificationSection } from './data-section.ts'
import { PROFILE_FORMS, passwordSection, profileSection } from './profile-section.ts'
import { findMe } from './user.ts'

const ACCOUNT_FORMS: readonly Form[] = [
  ...PROFILE_FORMS,
  ...FACTOR_FORMS,
  ...RECOVERY_FORMS,
  ...SESSION_FORMS,
  ...DATA_FORMS,
]

/** The page shows at most 50 sessions; the API lists them all. */
const SESSIONS = { page: 1, limit: 50 }

export function accountPage(app: App, context: AppContext): void {
  app.get('/account', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    return sendPage(reply, await render(visitor, undefined, {}, request, reply))
  })
  const renderFor =
    (form: Form) => (visitor: Visitor, state: FormState, request: FastifyRequest, reply: FastifyReply) =>
      render(visitor, form, state, request, reply)
  for (const form of ACCOUNT_FORMS) formAction(app, form, renderFor(form))
  for (const form of STEP_UP_FORMS) {
    formAction(app, form, renderFor(form), ({ _kept, _csrf = '' }) => {
      const asked = confirms(form) ? askedForm(ACCOUNT_FORMS, _kept) : undefined
      return asked && { ...asked, values: { ...asked.values, _csrf }, render: renderFor(asked.form) }
    })
  }

  async function render(
    visitor: Visitor,
    sent: Form | undefined,
    state: FormState,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const account = await gather(context, visitor, sent, state, request)
    const { download } = request.query as { download?: unknown }
    if (download === 'yes' && account?.steppedUp) reply.header('refresh', `0; url=${EXPORT}`)
    return page({
      title: 'Your account',
      visitor,
      failed: state.problem !== undefined,
      ...(account && { ways: ways() }),
      main: account ? sections(account) : html`<h1>${t('Your account')}</h1><p>${link('/login')(t('Sign in'))}</p>`,
    })
  }
}

async function gather(
  context: AppContext,
  visitor: Visitor,
  sent: Form | undefined,
  state: FormState,
  request: FastifyRequest,
): Promise<AccountView | undefined> {
  const { db, clock } = context
  const now = clock.now()
  // After a step-up, the session has a new token, which the browser sends from now on.
  const session = await findSession(db, request.cookies[cookieNames(context).session] ?? '', now)
  const user = session && (await findMe(db, session.user_id))
  if (!user) return undefined
  // Leads a step-up to the page that asked for it.
  const asked = visitor.next ? STEP_UP_FORMS.map(({ id }) => [id, { next: visitor.next }]) : []
  const states: FormStates = {
    ...Object.fromEntries(asked),
    ...keptForm(ACCOUNT_FORMS, state),
    ...(sent && { [sent.id]: state }),
  }
  return {
    user,
    factors: await listFactors(db, user.id),
    codesLeft: await recoveryCodesLeft(db, user.id, now),
    sessions: await listSessions(db, user.id, now, SESSIONS),
    sessionId: session.id,
    wantsAnnouncements: await wantsAnnouncements(db, user.id),
    wantsNews: (await newsSince(db, user.id)) !== null,
    steppedUp: isStepUpRecent(session.second_factor_at, now),
    kept: keep(states),
    show: formsOf(visitor, states),
    showIn: row => rowFormsOf(visitor, states, row),
    isRefused: form => states[form.id]?.problem !== undefined,
    passkeysElsewhere: passkeysElsewhere(context, '/account'),
    languages: (visitor.shop ?? UNSET).languages,
    sendsSms: sendsSms(context),
    hasRecoveryRequest: (await findOpenRecovery(db, user.id)) !== undefined,
  }
}

const SECTIONS: [id: string, label: Text][] = [
  ['profile', 'Profile'],
  ['password', 'Password'],
  ['factors', 'Sign-in methods'],
  ['sessions', 'Devices'],
  ['notifications', 'Notifications'],
  ['data', 'Your data'],
]

function ways(): Html {
  return html`<nav class="tabs" aria-label="${t('Your account')}"><ul>${SECTIONS.map(
    ([id, label]) => html`<li><a href="#${id}-title">${translated(label)}</a></li>`,
  )}</ul></nav>`
}

function sections(account: AccountView): Html {
  return html`<h1>${t('Your account')}</h1>
    ${recoverySection(account)}
    ${stepUpSection(account)}
    <div class="split">${profileSection(account)}${passwordSection(account)}</div>
    ${factorSection(account)}
    ${sessionSection(account)}
    <div class="split">${notificationSection(account)}${dataSection(account)}</div>`
}
