/** Finds the recipient of a delivery, as the database describes them now (rule R3). */
import { sql } from 'kysely'
import { findFormerUser } from '../../accounts/former-user.ts'
import { addressesInForce } from '../../accounts/staff/shop-addresses.ts'
import { findReply } from '../../contact/queries.ts'
import type { AppContext } from '../../context.ts'
import { batch } from '../../database/coalesce.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import type { EventPayloads } from '../../events/announce.ts'
import { readShop } from '../../shop/settings.ts'
import type { Claim } from '../claim.ts'
import { personInvited, personWho, readerOfMailbox } from '../letters/more-letters.ts'

/** `userId` is null for a reader without an account, and for the shop itself. */
export type Recipient = {
  userId: string | null
  name: string
  address: string
  isDisabled?: boolean
  isVerified: boolean
  /** Verified in a session of the account, so it is the reader's. */
  isOwned?: boolean
  /** The language of the person. */
  locale: string | null
  /** A registration that no code has confirmed. */
  isPending?: boolean
}

/** @returns a function that finds recipients; simultaneous ones share a look-up */
export function recipients(context: AppContext): (claim: Claim) => Promise<Recipient | undefined> {
  const { db } = context
  const findUser = batch((ids: string[]) => findRecipients(db, ids))
  return async ({ userId, type, payload }: Claim): Promise<Recipient | undefined> => {
    if (userId !== null) return findUser(userId)
    if (type === 'contact.message_answered') return findWriter(db, payload as EventPayloads[typeof type])
    if (type === 'withdrawal.received')
      return personWho(db, (payload as EventPayloads['withdrawal.received']).withdrawalId)
    if (type === 'staff.invited') return personInvited(db, payload as EventPayloads[typeof type])
    if (type === 'setting.address_entered') return readerOfMailbox(db, payload as EventPayloads[typeof type])
    if (type.startsWith('shop.')) return shopItself(context)
    if (type !== 'user.deleted') return supportDesk(context)
    const former = await findFormerUser(db, (payload as EventPayloads['user.deleted']).userId)
    return former && { ...former, userId: null }
  }
}

/** Anybody may have typed the address of a contact message. */
async function findWriter(
  db: Db,
  { replyId }: EventPayloads['contact.message_answered'],
): Promise<Recipient | undefined> {
  const found = await findReply(db, replyId)
  return (
    found && { userId: null, name: found.name ?? '', address: found.email, isVerified: false, locale: found.locale }
  )
}

/** The support desk reads the first language of the shop. */
function supportDesk({ config }: AppContext): Recipient {
  return { userId: null, name: '', address: config.supportEmail, isVerified: true, locale: null }
}

/** The address for notices of orders. It counts while the user who entered it may still set it; else the support desk. */
async function shopItself(context: AppContext): Promise<Recipient> {
  const { orderEmail } = await readShop(context.db)
  if (!orderEmail) return supportDesk(context)
  const [address] = await addressesInForce(context.db, [{ setting: 'orderEmail', address: orderEmail }])
  return { ...supportDesk(context), ...(address && { address }) }
}

async function findRecipients(db: Db, ids: string[]): Promise<(Recipient | undefined)[]> {
  const { rows } = await sql<Recipient>`${PREPARED}
    select id as "userId", user_name as name, email as address, disabled_at is not null as "isDisabled",
      email_verified_at is not null as "isVerified", email_verified_in_session as "isOwned",
      confirmed_at is null and not is_guest as "isPending", locale
    from users where id = any(${ids}::uuid[])
  `.execute(db)
  const recipients = new Map(rows.map(recipient => [recipient.userId, recipient]))
  return ids.map(id => recipients.get(id))
}
