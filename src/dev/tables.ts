import type { Generated } from 'kysely'

declare module '../database/schema.ts' {
  interface Tables {
    dev_payment_providers: { port: number; started_at: Generated<Date> }
    dev_inboxes: { port: number; started_at: Generated<Date> }
    dev_mail: {
      id: string
      recipient: string
      sender: string
      subject: string
      text: string
      html: string
      message_id: string
      source: Buffer
      received_at: Generated<Date>
    }
    dev_mail_attempts: { attempt: string; outcome: 'accepted' | 'given_up' }
    dev_sms: { id: string; recipient: string; text: string; received_at: Generated<Date> }
  }
}
