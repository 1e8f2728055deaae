/** The columns that can hold a person or their words, with what becomes of them when the account, or the guest, is deleted. */
import { globSync, readFileSync } from 'node:fs'

const ROOT = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Names of columns with the id of a person, their address, or words of them or about them. */
const PERSONAL =
  /^(?:user_id|owner_id|guest_id|actor_id|recipient|bound_to|by_user|\w+_by|(?:\w+_)?(?:email|email_key|ip|user_agent|network|iban|bic|holder|payer|payer_account|phone|address|name)|name|note|message|text|reply|reason|answer|label|detail|items|content|pdf|xml|metadata|reference|buyer_reference|vat_id|waived_because|password_hash)$/

/** Tables of things for sale have nobody in them, and the inbox of development is no part of a shop. */
const files = globSync('src/**/tables.ts', { cwd: ROOT }).filter(file => !/^src\/(?:catalogue|dev)\//.test(file))

/** `table.column`, from the types of the tables, without the references to users. */
export function personalColumns(): string[] {
  const found = files.flatMap(file => {
    let table = ''
    return read(file)
      .split('\n')
      .flatMap(line => {
        const [, begun, rest] = /^ {4}(\w+): (.*)$/.exec(line) ?? []
        if (begun !== undefined) table = begun
        const [, column] = /^ {6}(\w+):/.exec(line) ?? []
        const columns = rest === undefined ? [column ?? ''] : [...rest.matchAll(/(\w+): /g)].map(([, name]) => name!)
        return columns.filter(name => PERSONAL.test(name)).map(name => `${table}.${name}`)
      })
  })
  const references = referencesToUsers()
  return [...new Set(found)].filter(column => !references.includes(column)).toSorted()
}

/** `table.column` of each foreign key to a user, from the migrations. Some were dropped. */
export function referencesToUsers(): string[] {
  const found = globSync('migrations/*.sql', { cwd: ROOT }).flatMap(file => {
    let table = ''
    return read(file)
      .split('\n')
      .flatMap(line => {
        table = /^\s*(?:create|alter) table (?:if exists )?(\w+)/.exec(line)?.[1] ?? table
        if (line.trimStart().startsWith('--') || !/\breferences users\b/.test(line)) return []
        return [`${table}.${/(?:add column |^\s*)(\w+) uuid/.exec(line)![1]}`]
      })
  })
  const ended = globSync('migrations/*.sql', { cwd: ROOT }).flatMap(file =>
    [...read(file).matchAll(/alter table (\w+) drop constraint \1_(\w+)_fkey/g)].map(
      ([, table, column]) => `${table}.${column}`,
    ),
  )
  return [...new Set(found)].filter(reference => !ended.includes(reference)).toSorted()
}

const ACCOUNT =
  'test/api/privacy.test.ts: account with an open order → kept; afterwards personal data goes, order stays'
const GUEST = 'test/api/guest-orders.test.ts: order of a guest is over → data copied, then deleted once'
const REFERENCES = 'test/api/privacy.test.ts: reference to a user → goes, forgets, or is handed over'
const ACCOUNTS_OUT = 'test/api/transfer-accounts.test.ts: account of a customer → exported, never in events, deleted'
const DOCUMENTS = 'test/api/kept-pdfs.test.ts: retention ends → kept PDF deleted; the next one names nobody'
const RETURNS =
  'test/api/returns.test.ts: customer paid by transfer → names refund account; staff see it until deletion'
const ANSWERS = 'test/api/contact-replies.test.ts: answers → in the copy of all data; deleted unsent with the account'
const IMPORTED = 'test/api/past-orders.test.ts: past orders → in data copies and on pages, gone with the account'
const NOTED = 'test/api/notes.test.ts: account or guest deleted → notes and tags about them are gone'
const DRAFTED = 'test/api/draft-orders.test.ts: deleted customer → link has ended, and nothing is ordered'
const OF_SHOP = '- The shop is in it, or its programs, and no customer.'
const OF_STAFF = '- An address or account of staff and of the shop.'
const ID = '- An id, which names nobody once the row of the user is gone.'
const OF_A_USER = '- It has a reference to the user, with which the row goes.'

/** Columns of each table that are no references, with what becomes of them. */
const BECOMES: readonly [table: string, columns: string, becomes: string][] = [
  ['announcement_drafts', 'message', OF_SHOP],
  ['announcements', 'message', OF_SHOP],
  ['announcements', 'created_by ended_by', ID],
  ['api_keys', 'name', OF_SHOP],
  ['audit_log', 'detail ip user_agent', ACCOUNT],
  ['audit_log', 'actor_id user_id', ID],
  ['bank_statements', 'by_user', ID],
  ['contact_messages', 'email message name', ANSWERS],
  ['contact_replies', 'text', ANSWERS],
  ['deliveries', 'address reply', ACCOUNT],
  ['deliveries', 'recipient user_id', ID],
  ['delivery_attempts', 'address reply', ACCOUNT],
  ['disputes', 'reason respond_by', OF_SHOP],
  ['disputes', 'decided_by', ID],
  ['document_pdfs', 'pdf', DOCUMENTS],
  ['document_xmls', 'xml', DOCUMENTS],
  ['documents', 'content', DOCUMENTS],
  ['documents', 'label', OF_SHOP],
  ['draft_orders', 'billing_address delivery_address message', DRAFTED],
  ['draft_orders', 'by_user', ID],
  ['former_users', 'email user_name', ACCOUNT],
  ['incoming_transfers', 'payer payer_account reference', ACCOUNT],
  ['incoming_transfers', 'note', '- Why staff set aside a transfer that pays no order, so it is nobody’s.'],
  ['incoming_transfers', 'decided_by noted_by', ID],
  ['invoice_series', 'name', OF_SHOP],
  ['kept_addresses', 'address label', OF_A_USER],
  ['notes', 'text', NOTED],
  ['notes', 'by_user', ID],
  ['order_batches', 'by_user', ID],
  ['order_edits', 'items', '- Lines of the order, which stay for the books.'],
  ['order_edits', 'by_user', ID],
  ['order_items', 'name', OF_SHOP],
  ['order_payments', 'by_user', ID],
  ['order_steps', 'by_user', ID],
  ['order_tracking_numbers', 'by_user', ID],
  ['order_undone_steps', 'by_user undone_by', ID],
  ['order_parcels', 'by_user undone_by', ID],
  ['order_parcels', 'items', '- Lines of the order, which stay for the books.'],
  ['orders', 'billing_address buyer_reference delivery_address network note vat_id', ACCOUNT],
  ['orders', 'metadata', '- What programs of the shop noted, which docs/security.md has under "Limits".'],
  ['passkey_challenges', 'bound_to', '- A digest, which ends after minutes.'],
  ['password_resets', 'user_id', ID],
  ['past_orders', 'billing_address delivery_address items', IMPORTED],
  ['payment_calls', 'reply', OF_SHOP],
  ['provider_cursors', 'reply', OF_SHOP],
  ['recovery_requests', 'approved_by', ID],
  ['refund_transfers', 'bic holder iban waived_because', ACCOUNTS_OUT],
  ['refund_transfers', 'reference', '- The number of the order.'],
  ['refund_transfers', 'account_by sent_by waived_by', ID],
  ['refunds', 'reason', '- What staff wrote for the books.'],
  ['refunds', 'by_user', ID],
  ['refused_events', 'reason', OF_SHOP],
  ['refused_recipients', 'address detail is_about_address', GUEST],
  ['return_steps', 'by_user', ID],
  ['returns', 'answer label reason refund_iban', RETURNS],
  ['second_factors', 'name phone', OF_A_USER],
  ['sessions', 'ip user_agent', OF_A_USER],
  ['setting_addresses', 'address', OF_STAFF],
  ['setting_addresses', 'asked_by', ID],
  ['sms_codes', 'bound_to', OF_A_USER],
  ['staff_invitations', 'email email_key', OF_STAFF],
  ['staff_invitations', 'invited_by', ID],
  ['suppressed_addresses', 'address detail reason', GUEST],
  ['tags', 'by_user', ID],
  ['transfer_files', 'bic holder iban', OF_STAFF],
  ['transfer_files', 'created_by', ID],
  ['users', 'email email_key metadata password_hash phone user_name', ACCOUNT],
  ['webhook_attempts', 'reason', OF_SHOP],
  ['webhook_endpoints', 'created_by', ID],
  ['withdrawals', 'email items name network', GUEST],
  ['withdrawals', 'decided_by', ID],
  ['workers', 'name', OF_SHOP],
]

export const PERSONAL_PROOFS: Record<string, string> = Object.fromEntries(
  BECOMES.flatMap(([table, columns, becomes]) => columns.split(' ').map(column => [`${table}.${column}`, becomes])),
)

/** The references that the migrations had when each was looked at. */
export const REFERENCE_PROOFS: Record<string, string> = Object.fromEntries(
  [
    'announcement_drafts.created_by api_keys.created_by carts.user_id contact_messages.answered_by',
    'contact_messages.user_id contact_replies.written_by discount_uses.user_id kept_addresses.user_id news_consents.user_id',
    'notes.user_id tags.user_id',
    'draft_orders.user_id',
    'order_links.guest_id',
    'orders.owner_id partial_sessions.user_id past_orders.owner_id recovery_codes.user_id recovery_requests.user_id',
    'second_factors.user_id sessions.user_id sms_codes.user_id stock_alerts.user_id',
    'unsubscriptions.user_id used_codes.user_id',
  ]
    .flatMap(names => names.split(' '))
    .map(name => [name, REFERENCES]),
)
