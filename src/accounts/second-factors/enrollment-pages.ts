/** The second step of adding a second factor: what to scan, and the code that confirms it. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { copyable } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { qr } from '../../pages/qr.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { code } from '../form-fields.ts'
import { openEnrolment } from './enrollment.ts'
import { maskedPhone } from './factors.ts'
import type { enrolment } from './totp.ts'

const confirmForm: Form = {
  id: 'confirm-factor',
  action: '/account/factors/:id',
  operation: { method: 'POST', address: '/api/users/me/second-factors/:id/confirm' },
  fields: [code],
  button: 'Confirm',
  success: { go: '/account' },
}

export function enrolmentPages(app: App, context: AppContext): void {
  app.get('/account/factors/:id', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    const shown = await enrolmentOf(visitor, request)
    if (!shown) return reply.redirect('/account', 303)
    return sendPage(reply, confirmPage(visitor, { params: request.params as Record<string, string> }, shown))
  })
  formAction(app, confirmForm, async (visitor, state, request) =>
    confirmPage(visitor, state, await enrolmentOf(visitor, request)),
  )

  function enrolmentOf(visitor: Visitor, request: FastifyRequest) {
    const { id } = request.params as { id: string }
    return visitor.user ? openEnrolment(context, visitor.user.id, id) : undefined
  }
}

function confirmPage(
  visitor: Visitor,
  state: FormState,
  shown: Awaited<ReturnType<typeof openEnrolment>> | undefined,
): Html {
  return page({
    title: 'Confirm your new sign-in method',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`<h1>Confirm your new sign-in method</h1>
      <div class="card">
        ${shown?.totp && scanPart(shown.totp)}
        ${shown?.phone && html`<p>We've sent a code to ${maskedPhone(shown.phone)}. It's valid for 5 minutes.</p>`}
        ${renderForm(confirmForm, state, visitor.csrfToken)}
      </div>
      <p><a href="/account">Back to your account</a></p>`,
  })
}

/** An authenticator's secret, as a picture, a link and text. */
export function scanPart({ uri, secret }: ReturnType<typeof enrolment>): Html {
  return html`<h2>1. Scan this QR code with your authenticator app</h2>
    ${qr(uri, 'Picture to scan with your authenticator app')}
    <p>On this phone? <a href="${uri}">Open your authenticator app</a>. Or enter this key by hand:</p>
    ${copyable(secret.match(/.{4}/g)!.join(' '), 'Copy')}
    <h2>2. Enter the 6-digit code from the app</h2>`
}
