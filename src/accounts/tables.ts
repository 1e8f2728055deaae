import type { GeneratedAlways } from 'kysely'

export type Role = 'customer' | 'staff' | 'admin'

declare module '../database/schema.ts' {
  interface Tables {
    users: {
      id: string
      email: string
      email_key: GeneratedAlways<string>
      email_verified_at: Date | null
      user_name: string
      phone: string | null
      role: Role
      password_hash: string
      created_at: Date
    }
    sessions: {
      id: string
      token_hash: Buffer
      user_id: string
      created_at: Date
      second_factor_at: Date
      last_seen_at: Date
      expires_at: Date
      ip: string | null
      user_agent: string | null
    }
    partial_sessions: {
      id: string
      token_hash: Buffer
      user_id: string
      tries_left: number
      created_at: Date
      expires_at: Date
    }
    api_keys: {
      id: string
      key_hash: Buffer
      name: string
      scopes: string[]
      created_by: string | null
      created_at: Date
      revoked_at: Date | null
    }
  }
}
