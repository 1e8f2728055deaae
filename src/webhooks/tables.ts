/** The tables of webhooks, as the code sees them. */

import type { Generated } from 'kysely'
import type { WebhookState } from './states.ts'

/** Reason why an endpoint is disabled: by a person; because it answered 410 (Gone); because it failed for days. */
export type DisabledBecause = 'operator' | 'gone' | 'failing'

declare module '../database/schema.ts' {
  interface Tables {
    webhook_endpoints: {
      id: string
      url: string
      description: string
      types: string[]
      snapshot_scopes: string[] | null
      /** Maker: null in both, if it was made at the command line. */
      created_by: string | null
      created_by_key: string | null
      created_at: Date
      position: number
      disabled_at: Date | null
      disabled_because: DisabledBecause | null
      failures: Generated<number>
      failing_since: Date | null
      failed_at: Date | null
      paused_until: Date | null
      handshake: Generated<boolean>
      agreed_at: Date | null
      handshake_tries: Generated<number>
      handshake_due_at: Generated<Date>
      handshake_failure: string | null
    }
    webhook_secrets: { id: string; endpoint_id: string; secret: Buffer; created_at: Date; expires_at: Date | null }
    webhook_deliveries: {
      endpoint_id: string
      position: number
      state: Generated<WebhookState>
      created_at: Generated<Date>
      due_at: Generated<Date>
      attempts: Generated<number>
      step: Generated<number>
      ended_at: Date | null
    }
    webhook_attempts: {
      endpoint_id: string
      position: number
      number: number
      started_at: Date
      milliseconds: number
      status: number | null
      reason: string | null
      response: string | null
    }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'webhook.disabled': { webhookId: string; because: DisabledBecause }
  }
}

declare module '../events/publish.ts' {
  interface FeedData {
    'webhook.test': { webhookId: string }
  }
}
