/** The kinds of emails that a shop can put its own words into, and what those words may insert. */
import type { EventType } from '../../events/announce.ts'
import type { Language } from '../../words/languages.ts'

/** The parts of an email that the shop can write, in the order in which they are read. */
export const PARTS = ['subject', 'heading', 'before', 'after', 'footer'] as const
export type Part = (typeof PARTS)[number]

/** The words of the shop. Null: the built-in ones. */
export type MailTexts = Record<Part, string | null>

/** Confirmations that are sent again, and tests, have the words of the email that they repeat. */
export type TextKind = Exclude<EventType, 'order.confirmation_requested' | 'announcement.tested' | 'email_text.tested'>

/** One kind of email in one language. */
export type TextName = { kind: TextKind; language: Language }

/** The placeholders of texts, described for the shopkeeper. Values are inserted as plain text, never as markup. */
export const PLACEHOLDERS = {
  'shop.name': 'The name of your shop.',
  greeting: 'Such as "Hello Ada Lovelace,", or "Hello," where the name is unknown or may not be shown.',
  'customer.name':
    'The name of the customer. It can be empty, because unconfirmed addresses get no text of a stranger.',
  'order.id': 'The number of the order, without #.',
  'order.total': 'What the order costs, such as €19.99.',
  'order.placed': 'When it was placed, by the clock of your shop.',
  'order.tracking': 'The tracking number. It can be empty.',
  'order.carrier': 'Who carries the parcel. It can be empty.',
  'order.follow': 'The address where the parcel can be followed. It can be empty.',
  'draft.total': 'What the draft order costs, such as €19.99.',
  'draft.until': 'Until when the link works, by the clock of your shop.',
  'order.outcome': 'What the cancellation means for the money.',
  'document.number': 'The number of the invoice or credit note.',
  'product.name': 'The name of the product.',
  'product.sku': 'Its SKU.',
  'product.price': 'Its price.',
  change: 'What has changed, such as "Your password was changed".',
  time: 'When it happened, by the clock of your shop.',
  methods: 'The sign-in methods that were disabled.',
  'announcement.subject': 'The subject of the announcement.',
  'message.name': 'The name of who wrote the message, or the address where it has none.',
  'message.from': 'The name and the address.',
  'message.received': 'When it came, by the clock of your shop.',
  'withdrawal.received': 'When the withdrawal came, by the clock of your shop.',
  'invitation.by': 'The name of the admin who invites. It can be empty.',
  'address.until': 'Until when the link works, by the clock of your shop.',
  'invitation.until': 'Until when the link works, by the clock of your shop.',
  'webhook.url': 'The address of the webhook.',
  'webhook.reason': 'Why it was disabled.',
} as const

export type Placeholder = keyof typeof PLACEHOLDERS

type Rules = {
  /** Besides those of every email. */
  inserts?: readonly Placeholder[]
  /** Placeholders that the subject has to insert, so that people and programs can tell such emails apart. */
  subjectNeeds?: readonly Placeholder[]
  /** English words that programs find the email by. */
  subjectSays?: string
}

const ORDER = ['order.id', 'order.total', 'order.placed', 'order.tracking', 'order.carrier', 'order.follow'] as const

const RULES_BY_KIND: Record<TextKind, Rules> = {
  'order.placed': { inserts: ORDER, subjectNeeds: ['order.id'], subjectSays: 'Order Confirmation' },
  'order.shipped': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'order.parcel_shipped': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'order.ready_to_collect': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'order.cancelled': { inserts: [...ORDER, 'order.outcome'], subjectNeeds: ['order.id'] },
  'order.tracking_number_changed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'order.changed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'draft_order.sent': { inserts: ['draft.total', 'draft.until'] },
  'shop.order_placed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'shop.orders_of_day': {},
  'shop.dispute_opened': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'shop.dispute_ended': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'shop.refund_failed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'transfer.received': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'payment.received': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'payment.failed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'refund.account_needed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'refund.sent': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'refund.failed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'document.issued': { inserts: [...ORDER, 'document.number'], subjectNeeds: ['document.number'] },
  'withdrawal.received': { inserts: ['withdrawal.received'] },
  'return.requested': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'return.approved': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'return.received': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'return.closed': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'return.declined': { inserts: ORDER, subjectNeeds: ['order.id'] },
  'user.registered': {},
  'user.password_reset_requested': { subjectSays: 'Reset your password' },
  'user.email_changed': {},
  'user.factors_reset': {},
  'user.recovery_asked': { inserts: ['time'] },
  'user.recovery_linked': {},
  'user.recovery_ended': {},
  'user.credentials_changed': { inserts: ['change'], subjectNeeds: ['change'] },
  'user.signed_in_on_new_device': { inserts: ['time'] },
  'user.codes_refused': { inserts: ['time'] },
  'user.factors_disabled': { inserts: ['methods'] },
  'user.deleted': {},
  'user.verification_requested': {},
  'user.account_requested': {},
  'staff.invited': { inserts: ['invitation.by', 'invitation.until'] },
  'setting.address_entered': { inserts: ['address.until'] },
  'contact.message_received': {
    inserts: ['message.name', 'message.from', 'message.received'],
    subjectNeeds: ['message.name'],
  },
  'contact.message_answered': { inserts: ['message.received'] },
  'announcement.published': { inserts: ['announcement.subject'], subjectNeeds: ['announcement.subject'] },
  'product.back_in_stock': {
    inserts: ['product.name', 'product.sku', 'product.price'],
    subjectNeeds: ['product.name'],
  },
  'webhook.disabled': { inserts: ['webhook.url', 'webhook.reason'] },
}

export const TEXT_KINDS = Object.keys(RULES_BY_KIND) as TextKind[]

export function isTextKind(kind: string): kind is TextKind {
  return Object.hasOwn(RULES_BY_KIND, kind)
}

/** Emails to staff and to the support desk greet nobody by name. */
const UNNAMED: readonly TextKind[] = [
  'contact.message_received',
  'webhook.disabled',
  'staff.invited',
  'setting.address_entered',
  'shop.order_placed',
  'shop.orders_of_day',
  'shop.dispute_opened',
  'shop.dispute_ended',
  'shop.refund_failed',
]

/** The placeholders that texts of this kind may insert. */
export function placeholdersOf(kind: TextKind): readonly Placeholder[] {
  const common: readonly Placeholder[] = UNNAMED.includes(kind)
    ? ['shop.name']
    : ['shop.name', 'greeting', 'customer.name']
  return [...common, ...(RULES_BY_KIND[kind].inserts ?? [])]
}

/** The placeholders and, in English, the words that a subject must have. */
export function subjectRules({ kind, language }: TextName): {
  needs: readonly Placeholder[]
  says: string | undefined
} {
  const { subjectNeeds = [], subjectSays } = RULES_BY_KIND[kind]
  return { needs: subjectNeeds, says: language === 'en' ? subjectSays : undefined }
}

/** Tests whether programs would miss the email. */
export function lacksWords(kind: TextKind, subject: string): boolean {
  return !subject.includes(RULES_BY_KIND[kind].subjectSays ?? '')
}

/** The kind whose words an event's email has; undefined for the test of such words, which names its kind itself. */
export function textKindOf(type: EventType): TextKind | undefined {
  if (type === 'order.confirmation_requested') return 'order.placed'
  if (type === 'announcement.tested') return 'announcement.published'
  return isTextKind(type) ? type : undefined
}
