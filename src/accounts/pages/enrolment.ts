/** The second step of adding a second factor: what to scan, and the code that confirms it. */
import type { FastifyRequest } from 'fastify'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { copyable } from '../../pages/parts.ts'
import { qr } from '../../pages/qr.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { openEnrolment } from '../enrol.ts'
import { maskedPhone } from '../factors.ts'
import type { enrolment } from '../totp.ts'
import { code } from './fields.ts'

const confirmForm: Form = {
  id: 'confirm-factor',
  action: '/account/factors/:id',
  operation: { method: 'POST', address: '/api/users/me/second-factors/:id/confirm' },
  fields: [code],
  button: 'Confirm',
  success: { go: '/account' },
}

export function enrolmentPages(app: App, ground: Ground): void {
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
    return visitor.user ? openEnrolment(ground, visitor.user.id, id) : undefined
  }
}

function confirmPage(
  visitor: Visitor,
  state: FormState,
  shown: Awaited<ReturnType<typeof openEnrolment>> | undefined,
): Html {
  return page({
    title: 'Confirm your second factor',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`<h1>Confirm your second factor</h1>
      <div class="card">
        ${shown?.totp && scanPart(shown.totp)}
        ${shown?.phone && html`<p>We have sent a code to ${maskedPhone(shown.phone)}.</p>`}
        ${renderForm(confirmForm, state, visitor.csrfToken)}
      </div>
      <p><a href="/account">Back to your account</a></p>`,
  })
}

/** An authenticator's secret in the three ways to take it over. */
export function scanPart({ uri, secret }: ReturnType<typeof enrolment>): Html {
  return html`<h2>1. Scan this with your authenticator app</h2>
    ${qr(uri, 'The QR code that sets up your authenticator app')}
    <p>On this device: <a href="${uri}">open your authenticator app</a>. Or type the secret:</p>
    ${copyable(secret.match(/.{4}/g)!.join(' '), 'Copy')}
    <h2>2. Enter the code that it shows</h2>`
}
