/** A made-up email of each kind about a recovery request. */
import type { MailShop } from '../messages/letter.ts'
import { recoveryAsked, recoveryEnded, recoveryLinked } from '../messages/recovery.ts'

export function recoverySamples(name: string, at: Date) {
  return {
    'user.recovery_asked': (shop: MailShop) =>
      recoveryAsked(
        {
          askedAt: at,
          waitsUntil: at,
          needsApproval: false,
          objection: `${shop.url}/recovery/objection?token=0190.sample`,
        },
        { isReminder: false },
        name,
        shop,
      ),
    'user.recovery_linked': ({ url }: MailShop) =>
      recoveryLinked(
        { recovery: `${url}/recovery?token=0190.sample`, objection: `${url}/recovery/objection?token=0190.sample` },
        name,
      ),
    'user.recovery_ended': (shop: MailShop) => recoveryEnded('used', name, shop)!,
  }
}
