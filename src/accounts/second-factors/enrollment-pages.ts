/** Pages and parts for adding a second factor: what to scan, the code that confirms it, and recovery codes. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { copyable, copyButton, scripted } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { qr } from '../../pages/graphics/qr.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { code, narrowPage } from '../components.ts'
import { findEnrollment } from './enrollment.ts'
import { maskedPhone } from './factors.ts'
import type { enrollment } from './totp.ts'

const confirmForm: Form<Text> = {
  id: 'confirm-factor',
  action: '/account/factors/:id',
  operation: { method: 'POST', address: '/api/users/me/second-factors/:id/confirm' },
  fields: [code],
  button: 'Confirm',
  success: { go: '/account', done: 'Sign-in method added.' },
}

/** A phone shows the code in a text message. */
const confirmPhoneForm: Form<Text> = {
  ...confirmForm,
  fields: [{ ...code, hint: 'From the text message.', focused: true }],
}

export function enrollmentPages(app: App, context: AppContext): void {
  app.get('/account/factors/:id', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    const shown = await enrollmentOf(visitor, request)
    if (!shown) return reply.redirect('/account', 303)
    return sendPage(reply, confirmPage(visitor, { params: request.params as Record<string, string> }, shown))
  })
  formAction(app, confirmForm, async (visitor, state, request) =>
    confirmPage(visitor, state, await enrollmentOf(visitor, request)),
  )

  function enrollmentOf(visitor: Visitor, request: FastifyRequest) {
    const { id } = request.params as { id: string }
    return visitor.user ? findEnrollment(context, visitor.user.id, id) : undefined
  }
}

function confirmPage(
  visitor: Visitor,
  state: FormState,
  shown: Awaited<ReturnType<typeof findEnrollment>> | undefined,
): Html {
  return narrowPage('Confirm your new sign-in method', visitor, state, [
    html`<div class="card">
        ${shown?.totp && scanInstructions(shown.totp)}
        ${
          shown?.phone &&
          html`<p>${t("We've sent a code to {sentTo}. It's valid for 5 minutes.", {
            sentTo: maskedPhone(shown.phone),
          })}</p>`
        }
        ${renderForm(shown?.phone ? confirmPhoneForm : confirmForm, state, visitor.csrfToken)}
      </div>
      <p><a href="/account">${t('Back to your account')}</a></p>`,
  ])
}

/**
 * The secret of an authenticator as a QR code, a link and text. Nobody can photograph the screen of the phone in their hand,
 * so there the link comes first, and the script closes the box of the QR code.
 */
export function scanInstructions({ uri, secret }: ReturnType<typeof enrollment>): Html {
  return html`<h2 class="off-phone">${t('1. Scan this QR code with your authenticator app')}</h2>
    <h2 class="on-phone">${t('1. Add this account to your authenticator app')}</h2>
    <p class="on-phone"><a class="button" href="${uri}">${t('Open your authenticator app')}</a></p>
    <details class="scan" open><summary class="on-phone">${t('Use another device')}</summary>
      ${qr(uri, t('Picture to scan with your authenticator app'))}</details>
    <p class="off-phone">${rich('On this phone? <a>Open your authenticator app</a>. Or enter this key by hand:', { a: link(uri) })}</p>
    <p class="on-phone">${t('Or enter this key by hand:')}</p>
    ${copyable(secret.match(/.{4}/g)!.join(' '), t('Copy'))}
    <h2>${t('2. Enter the 6-digit code from the app')}</h2>`
}

/** New recovery codes, which are shown only once. */
export function recoveryCodeList(codes: string[]): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus>
      <h2>${t('Save your recovery codes')}</h2>
      <p>${t("If you lose your phone, each code signs you in once. We can't show them again.")}</p>
    </div>
    <ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
    <p class="row">${copyButton(codes.join('\n'), t('Copy all'))}
      ${scripted(html`<button type="button" class="button quiet" data-print>${t('Print')}</button>`)}</p>`
}
