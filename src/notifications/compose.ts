/** Composes the email of a delivery: the recipient, the letter and the message around it. */
import { linkPaths } from '../accounts/guests/order-links.ts'
import { isResetAlive, resetToken } from '../accounts/passwords/reset.ts'
import { addressesInForce } from '../accounts/staff/shop-addresses.ts'
import { isReleased, mailboxToken } from '../accounts/users/verify-email.ts'
import { productToTell } from '../catalogue/stock-alerts/alerts.ts'
import type { AppContext } from '../context.ts'
import { databaseTime } from '../database/clock.ts'
import { batch } from '../database/coalesce.ts'
import type { EventPayloads, EventType } from '../events/announce.ts'
import { domainOf, listId, senderOf } from '../mail/mailbox.ts'
import { buildMessage } from '../mail/message.ts'
import { messageIdOf } from '../mail/message-id.ts'
import { idempotencyHeaderOf, inboxOf } from '../mail/relay.ts'
import type { Mail } from '../mail/transport.ts'
import { findOrdersForMail } from '../orders/queries.ts'
import { transferOf } from '../shop/bank-transfer.ts'
import { inLanguageFor, languageOf, sayText } from '../shop/in-words.ts'
import { legalLine, returnAddressOf } from '../shop/seller/legal-line.ts'
import { nameOf, readShop, type ShopSettings } from '../shop/settings.ts'
import { findEndpoint } from '../webhooks/queries.ts'
import type { Language } from '../words/languages.ts'
import { t } from '../words/words.ts'
import { type AnnouncementTexts, inReadersLanguage } from './announcements/announcement-texts.ts'
import { findAnnouncementsFor } from './announcements/announcements.ts'
import { findDraft } from './announcements/drafts.ts'
import { unsubscribeAddress } from './announcements/unsubscribe.ts'
import { type Claim, dateOf } from './claim.ts'
import { attemptName } from './ledger.ts'
import { draftLetters } from './letters/draft-letters.ts'
import { guestLetters } from './letters/guest-letters.ts'
import {
  contactLetters,
  documentLetter,
  linkLetters,
  moneyLetters,
  returnLetters,
  shopLetters,
} from './letters/more-letters.ts'
import { orderLetters } from './letters/order-letters.ts'
import {
  accountDeleted,
  codesRefused,
  credentialsChanged,
  emailChanged,
  factorsDisabled,
  factorsReset,
  newDevice,
  passwordReset,
  registeredLetter,
  verificationLetter,
} from './messages/account.ts'
import { announcement } from './messages/announcement.ts'
import { renderHtml } from './messages/html.ts'
import { type Letter, type MailShop, oneLine, plainName } from './messages/letter.ts'
import { backInStock } from './messages/product.ts'
import { type Recipient, recipients } from './messages/recipients.ts'
import { webhookDisabled } from './messages/shop.ts'
import { renderText } from './messages/text.ts'
import { findSuppressed } from './suppression/suppressed.ts'
import type { AnnouncementKind } from './tables.ts'
import { valuesFor, withTexts } from './texts/apply.ts'
import { isTextKind, lacksWords, type TextName, textKindOf } from './texts/placeholders.ts'
import { sampleLetter } from './texts/samples.ts'
import { type FoundTexts, findTexts, noteFailure } from './texts/texts.ts'

/** An email that is ready to send, or the reason why there is none. */
export type Composed = { mail: Mail; messageId: string; address: string } | { skip: string } | { withhold: string }

/**
 * Composes the email of a delivery from current data: the recipient's address above all, never one that was stored with
 * the event (rule R3), and likewise the recipient's language and the words of the shop. Simultaneous deliveries share
 * their look-ups.
 */
export function composer(context: AppContext): (claim: Claim) => Promise<Composed> {
  const { db } = context
  const write = letters(context)
  const stopOf = batch((asked: { address: string; kind: EventType }[]) => findSuppressed(db, asked))
  const textsOf = batch((names: TextName[]) => findTexts(db, names))
  const recipientOf = recipients(context)
  const inForce = batch((addresses: string[]) =>
    addressesInForce(
      db,
      addresses.map(address => ({ setting: 'replyTo', address })),
    ),
  )
  return async claim => {
    const found = await recipientOf(claim)
    if (!found) return { skip: 'The user no longer exists.' }
    if (isReleased(found.address))
      return { skip: 'The owner of the mailbox has taken the address back, so the account has none.' }
    if (found.isDisabled) return { skip: 'The account of the user is disabled.' }
    const stop = await stopOf({ address: found.address, kind: claim.type })
    if (stop) return claim.isBulk ? { skip: stop } : { withhold: stop }
    // A stranger may have entered the address, so it gets none of the stranger's text.
    const recipient = { ...found, name: found.isVerified ? oneLine(found.name) : plainName(found.name) }
    const stored = await readShop(db)
    const settings = stored.replyTo ? { ...stored, replyTo: await inForce(stored.replyTo) } : stored
    const name = textNameOf(claim, languageOf(recipient.locale, settings))
    const isAssumed = recipient.locale === null
    const compose = async (): Promise<Composed> => {
      const shop = mailShop(settings, context.baseUrl())
      const asBuiltIn = await (write[claim.type] as Write<EventType>)(claim.payload as never, recipient, shop, claim)
      if (!asBuiltIn) return { skip: 'The email was about something that is over.' }
      if ('skip' in asBuiltIn) return asBuiltIn
      const texts = await textsOf(name)
      const letter = texts ? await inWordsOfShop(context, asBuiltIn, texts, { recipient, shop }) : asBuiltIn
      const subject = isMissed(claim, recipient, letter.subject) ? asBuiltIn.subject : letter.subject
      const date = await dateOf(context.db, claim)
      return addressLetter(context, claim, { recipient, settings, shop, date, letter: { ...letter, subject } })
    }
    return inLanguageFor(name.language, settings, compose, { isAssumed })
  }
}

const TESTS: readonly EventType[] = ['announcement.tested', 'email_text.tested']

/** Tests whether a program that looks for English words would miss the email. Tests of words show those that were saved. */
function isMissed({ type }: Claim, { locale }: Recipient, subject: string): boolean {
  const kind = textKindOf(type)
  return locale === null && kind !== undefined && lacksWords(kind, subject)
}

/** The email, and the language it is written in. A test of words is written in theirs. */
function textNameOf({ type, payload }: Claim, language: Language): TextName {
  const kind = textKindOf(type)
  return kind ? { kind, language } : (payload as EventPayloads['email_text.tested'])
}

export function mailShop(settings: ShopSettings, url: string): MailShop {
  const { timeZone, country, accent, deliveryPromise, withdrawalDays } = settings
  const returnAddress = returnAddressOf(settings)
  const promise = sayText(deliveryPromise)
  const [name, legal] = [nameOf(settings, url), legalLine(settings)].map(oneLine) as [string, string]
  return {
    url,
    name,
    legal,
    timeZone,
    country,
    accent,
    deliveryPromise: promise,
    returnAddress,
    withdrawalDays,
    belowOrders: sayText(settings.orderLines),
    transfer: transferOf(settings),
  }
}

/** A text that cannot be filled in never costs an email: the built-in words go out, and the console says so. */
async function inWordsOfShop(
  { db, log }: AppContext,
  asBuiltIn: Letter,
  texts: FoundTexts,
  { recipient, shop }: { recipient: Recipient; shop: MailShop },
): Promise<Letter> {
  try {
    return withTexts(asBuiltIn, texts, valuesFor(asBuiltIn, recipient.name, shop))
  } catch (error) {
    const { kind, language } = texts
    log.warn({ kind, language, error }, 'the words of the shop cannot be filled in; the built-in ones go out')
    const failure = (error as Error).message.split('\n')[0]!.replace(/\.?$/, '.')
    await noteFailure(db, texts, failure).catch(() => {})
    return asBuiltIn
  }
}

/** Undefined when there is no reason left to send the email. */
type Write<T extends EventType> = (
  payload: EventPayloads[T],
  recipient: Recipient,
  shop: MailShop,
  claim: Claim,
) => Promise<Letter | { skip: string } | undefined>

/** The letter for each event. */
function letters(context: AppContext): { [T in EventType]: Write<T> } {
  const { db, clock, serviceKey } = context
  // Looked up for each letter, because it is known only once HTTP listens.
  const baseUrl = () => context.baseUrl()
  const orderOf = batch(async (ids: number[]) => {
    const [orders, paths] = await Promise.all([findOrdersForMail(db, ids), linkPaths(db, serviceKey, ids)])
    return orders.map(order => order && { ...order, link: paths.get(order.id) })
  })
  const announcementFor = batch((asks: { announcementId: string; userId: string }[]) => findAnnouncementsFor(db, asks))
  const linkFor = (purpose: 'verify-email' | 'release-email', id: string, email: string) =>
    `${baseUrl()}/${purpose}?token=${mailboxToken(serviceKey, purpose, { id, email }, clock.now())}`
  const linksFor = (id: string, email: string) => ({
    verify: linkFor('verify-email', id, email),
    release: linkFor('release-email', id, email),
  })
  return {
    'user.registered': async ({ userId }, { name, address, isOwned }, shop) =>
      registeredLetter(name, isOwned ? undefined : linksFor(userId, address), shop),
    ...guestLetters(context),
    ...draftLetters(context),
    'user.email_changed': async ({ userId }, { name, address }) => emailChanged(name, linksFor(userId, address)),
    'user.factors_reset': async (_, { name }, shop) => factorsReset(name, shop),
    'user.credentials_changed': async (changed, { name }, shop) => credentialsChanged(changed, name, shop),
    'user.verification_requested': async ({ userId }, { name, address, isVerified }) =>
      isVerified ? undefined : verificationLetter(name, linksFor(userId, address)),
    'user.deleted': async (_, { name, isVerified }, shop) => accountDeleted({ userName: name, isVerified }, shop),
    'user.codes_refused': async ({ at }, { name }, shop) => codesRefused(new Date(at), name, shop),
    'user.factors_disabled': async ({ kinds }, { name }, shop) => factorsDisabled(kinds, name, shop),
    'user.signed_in_on_new_device': async ({ at }, { name }, shop) => newDevice(new Date(at), name, shop),
    'user.password_reset_requested': async ({ userId, resetId }, { name, address, isOwned, isPending }) =>
      (await isResetAlive(db, resetId, await databaseTime(db)))
        ? passwordReset(name, {
            reset: `${baseUrl()}/reset-password?token=${resetToken(serviceKey, resetId)}`,
            release: isOwned || isPending ? undefined : linkFor('release-email', userId, address),
            isPending,
          })
        : undefined,
    ...orderLetters(db, orderOf),
    ...moneyLetters(context, orderOf),
    'document.issued': documentLetter(context, orderOf),
    ...contactLetters(db),
    ...linkLetters(context),
    ...shopLetters(db, orderOf),
    ...returnLetters(db, orderOf),
    'announcement.published': async ({ announcementId }, reader) => {
      const found = await announcementFor({ announcementId, userId: reader.userId! })
      return found && ('skip' in found ? found : announcementLetter(context, found, reader))
    },
    'announcement.tested': async ({ draftId }, reader) => {
      const draft = await findDraft(db, draftId)
      return draft && announcementLetter(context, draft, reader)
    },
    'email_text.tested': async ({ kind }, _, shop) => (isTextKind(kind) ? sampleLetter(kind, shop) : undefined),
    'product.back_in_stock': async ({ productId }, { userId, name }, shop, { eventId }) => {
      const product = await productToTell(db, eventId, { productId, userId: userId! })
      return product && backInStock(product, name, shop)
    },
    'webhook.disabled': async ({ webhookId, because }, _, shop) => {
      const endpoint = await findEndpoint(db, webhookId)
      return endpoint && webhookDisabled(endpoint, because, shop)
    },
  }
}

type Announced = { subject: string; message: string; texts: AnnouncementTexts; kind: AnnouncementKind }

function announcementLetter(context: AppContext, announced: Announced, { userId, name }: Recipient): Letter {
  return announcement(inReadersLanguage(announced), name, unsubscribeAddress(context, userId!, announced.kind))
}

type Addressed = { recipient: Recipient; settings: ShopSettings; shop: MailShop; date: Date; letter: Letter }

function addressLetter(
  context: AppContext,
  claim: Claim,
  { recipient, settings, shop, date, letter }: Addressed,
): Composed {
  const { replyTo, unsubscribe, thread, files = [] } = letter
  const subject = TESTS.includes(claim.type) ? t('Test: {subject}', { subject: letter.subject }) : letter.subject
  const sender = senderOf(context.config.mailFrom)
  // A relay cannot be asked about attempts, so customers never see this header.
  const attemptHeader = inboxOf(context)?.attemptHeader
  const idempotencyHeader = idempotencyHeaderOf(context.config)
  const messageId = messageIdOf(context.serviceKey, claim.id, domainOf(sender.address))
  const headers = {
    // Stays in one line, so that a log that is searched line by line shows all of it.
    'Message-ID': { prepared: true, value: messageId },
    From: { name: oneLine(settings.senderName || settings.name) || sender.name, address: sender.address },
    To: { name: recipient.name, address: recipient.address },
    // Emails say "reply to this email", and a person reads the replies.
    'Reply-To': replyTo ?? (settings.replyTo || context.config.supportEmail),
    Subject: subject,
    Date: date.toUTCString().replace('GMT', '+0000'),
    // RFC 3834 §5: keeps automatic replies such as vacation notices away.
    'Auto-Submitted': 'auto-generated',
    ...(attemptHeader && { [attemptHeader]: attemptName(claim) }),
    ...(idempotencyHeader && { [idempotencyHeader]: claim.id }),
    // Mail programs show emails about one thing together, also where they know no email that began it (RFC 5322 §3.6.4).
    ...(thread && { References: `<${thread}@${domainOf(sender.address)}>` }),
    ...(unsubscribe && {
      'List-Id': listId('announcements', shop),
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
  const mail = buildMessage(headers, { text: renderText(letter, shop), html: renderHtml(letter, shop), files })
  // Relays return bounces to the sender of the envelope.
  const from = context.config.bounceAddress ?? mail.from
  return { mail: { ...mail, from }, messageId, address: recipient.address }
}
