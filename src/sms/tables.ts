import type { Generated } from 'kysely'

declare module '../database/schema.ts' {
  interface Tables {
    dev_sms: { id: string; recipient: string; text: string; received_at: Generated<Date> }
  }
}
