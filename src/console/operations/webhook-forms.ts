import { type Html, html } from '../../html/html.ts'
import { copyable } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { removal, step } from '../../pages/form-kinds.ts'
import { t } from '../../words/words.ts'
import { confirmForm } from '../confirm.ts'
import { EVENT_LABELS } from './event-words.ts'

/* The forms with which an administrator creates and changes webhooks. */

export const create: Form = {
  id: 'create',
  action: '/admin/webhooks',
  operation: { method: 'POST', address: '/api/webhooks' },
  fields: [
    { name: 'url', label: 'Address', type: 'text', inputmode: 'text', required: true, hint: 'It begins with https://' },
    { name: 'description', label: 'Description', type: 'text', hint: 'The program that gets the events.' },
    {
      name: 'snapshot',
      label: 'Send what each event is about as well: the order, user, product or email',
      type: 'checkbox',
      value: 'boolean',
      hint: 'Only to a program that may keep the data of customers. Without it, events hold ids and states.',
    },
    {
      name: 'handshake',
      label: 'Ask the address first whether it wants the events',
      type: 'checkbox',
      value: 'boolean',
      hint: 'Nothing is sent before it agrees. The program has to know the handshake of CloudEvents.',
    },
    ...Object.entries(EVENT_LABELS).map(([type, label], index) => ({
      name: `types.${index}`,
      label,
      type: 'checkbox' as const,
      ticked: type,
      group: 'Events. Without a choice, all are sent',
    })),
  ],
  button: 'Create webhook',
  once: true,
  success: { show: showSecret, page: true },
  outdatedBy: ['reauthentication_required'],
}

function showSecret({ id, secret }: { id: string; secret: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><h2>${t('Copy the secret now')}</h2>
    <p>${t("The receiver verifies our requests with it. You won't see it again.")}</p></div>
    ${copyable(secret, 'Copy')}
    <p><a href="/admin/webhooks/${id}">${t('See the webhook')}</a></p>`
}

export const rotate = step({
  at: '/admin/webhooks/:id/rotate',
  api: '/api/webhooks/:id/rotate',
  fields: [
    {
      name: 'graceHours',
      label: 'Hours for which the earlier secret signs too',
      type: 'number',
      value: 'integer',
      width: 'short',
      hint: 'By default 24, at most 168. Enter 0 if the secret has leaked.',
    },
  ],
  button: 'Replace the secret',
  success: { show: showSecret },
  outdatedBy: ['reauthentication_required'],
})

export const test = step({
  at: '/admin/webhooks/:id/test',
  api: '/api/webhooks/:id/test',
  button: 'Send a test event',
  success: { say: '{message}', keepForm: true },
})

export const sendFailedAgain = step({
  at: '/admin/webhooks/:id/send-failed-again',
  api: '/api/webhooks/:id/send-failed-again',
  button: 'Send all failed deliveries again',
  success: { say: 'Deliveries that are sent again: {count}', keepForm: true },
})

export const disable = step({
  at: '/admin/webhooks/:id/disable',
  api: '/api/webhooks/:id/disable',
  button: 'Disable',
  confirm: 'Disable this webhook? Nothing is sent until you enable it. Then it continues where it stopped.',
  done: 'Webhook disabled.',
})

export const enable = step({
  at: '/admin/webhooks/:id/enable',
  api: '/api/webhooks/:id/enable',
  button: 'Enable',
  done: 'Webhook enabled.',
})

/** Ends the pause of a webhook that failed. */
export const resume: Form = {
  ...enable,
  button: 'Continue now',
  success: { ...enable.success, done: 'Webhook continues.' },
}

/** Lets an address that has not agreed be asked again. */
export const askAgain: Form = {
  ...enable,
  button: 'Ask again',
  success: { ...enable.success, done: 'The address is asked again.' },
}

export const takeOver = step({
  at: '/admin/webhooks/:id/take-over',
  api: '/api/webhooks/:id/take-over',
  button: 'Take it over',
  confirm: 'Is this address known to you? It is yours from now on, and gets all events that have waited.',
  done: 'The webhook is yours, and continues.',
  outdatedBy: ['reauthentication_required'],
})

export const remove = removal({
  at: '/admin/webhooks/:id/delete',
  api: '/api/webhooks/:id',
  button: 'Delete',
  confirm: "Delete this webhook with the log of its deliveries? This can't be undone.",
  done: 'Webhook deleted.',
})

export const confirmOnList = confirmForm('/admin/webhooks/confirm')
export const confirm = confirmForm('/admin/webhooks/:id/confirm')
