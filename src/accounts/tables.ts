/** The tables of accounts, as Kysely sees them. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AddressSetting } from '../shop/settings.ts'

export type FactorKind = 'totp' | 'sms' | 'hardware' | 'passkey'

export type Role = 'customer' | 'staff' | 'admin'

/** Permissions that an admin can give to a member of staff (staff/permissions.ts). */
export const PERMISSIONS = ['orders', 'products', 'customers', 'money', 'settings'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Changes that the owner gets an email about, as actions of the audit log. */
export type CredentialChange =
  | 'password_changed'
  | 'password_reset'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_renewed'

/** Ends of a recovery request. */
export type RecoveryOutcome =
  | 'objected'
  | 'declined'
  | 'signed_in'
  | 'email_changed'
  | 'account_disabled'
  | 'expired'
  | 'used'

declare module '../database/schema.ts' {
  interface Tables {
    users: {
      id: string
      email: string
      email_key: GeneratedAlways<string>
      email_verified_at: Date | null
      email_verified_in_session: Generated<boolean>
      user_name: string
      phone: string | null
      /** The language of emails and text messages. Null: the first one of the shop. */
      locale: string | null
      role: Role
      /** They count for the role `staff` only. */
      permissions: Generated<Permission[]>
      password_hash: string
      created_at: Date
      /** Set by a trigger when something changes that the API shows. */
      updated_at: Generated<Date>
      metadata: Generated<Record<string, string>>
      confirmed_at: Date | null
      disabled_at: Date | null
      password_expires_at: Date | null
      /** Names the invitation whose link began the registration. */
      invitation_id: Generated<string | null>
      /** Owns an order, and is no account (guests/guest.ts). */
      is_guest: Generated<boolean>
      /** An account has taken over the order of this guest. */
      claimed_at: Generated<Date | null>
    }
    staff_invitations: {
      id: string
      email: string
      email_key: GeneratedAlways<string>
      role: 'staff' | 'admin'
      permissions: Permission[]
      invited_by: string | null
      created_at: Date
      sent_at: Date
      expires_at: Date
      accepted_at: Date | null
      withdrawn_at: Date | null
    }
    setting_addresses: {
      id: string
      setting: AddressSetting
      address: string
      asked_by: string
      asked_at: Date
      sent_at: Date
      confirmed_at: Date | null
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
      /** Wrong factors in a row, at step-ups. */
      wrong_factors: Generated<number>
    }
    partial_sessions: {
      id: string
      token_hash: Buffer
      user_id: string
      tries_left: number
      created_at: Date
      expires_at: Date
      consumed_at: Date | null
    }
    api_keys: {
      id: string
      key_hash: Buffer
      name: string
      scopes: string[]
      created_by: string | null
      created_at: Date
      revoked_at: Date | null
      networks: Generated<string[]>
      expires_at: Date | null
      last_used_at: Date | null
    }
    second_factors: {
      id: string
      user_id: string
      kind: FactorKind
      name: string
      secret: Buffer | null
      phone: string | null
      drift: Generated<number>
      step_seconds: Generated<number>
      digits: Generated<number>
      digest: Generated<string>
      failures: Generated<number>
      disabled_at: Date | null
      created_at: Date
      confirmed_at: Date | null
    }
    used_codes: { user_id: string; step: number; code: string; used_at: Date }
    recovery_codes: {
      user_id: string
      code_hash: string
      created_at: Date
      used_at: Date | null
      expires_at: Date | null
    }
    sms_codes: {
      id: string
      user_id: string
      factor_id: string
      bound_to: string
      code_hash: string
      created_at: Date
      expires_at: Date
      used_at: Date | null
    }
    hardware_tokens: {
      serial: string
      secret: Buffer
      step_seconds: Generated<number>
      digits: Generated<number>
      digest: Generated<string>
      imported_at: Date
      factor_id: string | null
    }
    passkeys: {
      factor_id: string
      credential_id: string
      public_key: Buffer
      counter: number
      transports: string[]
    }
    passkey_challenges: { bound_to: string; challenge: string; expires_at: Date }
    password_resets: { id: string; token_hash: Buffer; user_id: string; created_at: Date; expires_at: Date }
    order_links: { order_id: number; id: string; token_hash: Buffer; guest_id: string; created_at: Date }
    recovery_requests: {
      id: string
      user_id: string
      asked_at: Date
      waits_until: Date
      needs_approval: boolean
      is_known_device: boolean
      reminded_at: Date | null
      approved_at: Date | null
      approved_by: string | null
      /** When the email with the link was written. */
      linked_at: Date | null
      ended_at: Date | null
      outcome: RecoveryOutcome | null
    }
    audit_log: {
      id: string
      at: Date
      action: string
      user_id: string | null
      actor_id: string | null
      ip: string | null
      user_agent: string | null
      detail: JSONColumnType<Record<string, unknown>>
    }
    unsubscriptions: { user_id: string; at: Date }
    news_consents: { user_id: string; given_at: Date; withdrawn_at: Date | null }
    former_users: {
      id: string
      event_id: string
      email: string
      user_name: string
      is_verified: boolean
      locale: string | null
      deleted_at: Date
    }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'user.registered': { userId: string }
    'user.password_reset_requested': { userId: string; resetId: string }
    'user.email_changed': { userId: string }
    'user.verification_requested': { userId: string }
    /** `userId`: a guest. */
    'user.account_requested': { userId: string }
    'user.factors_reset': { userId: string }
    /** `isReminder`: the second email, before the waiting time ends. */
    'user.recovery_asked': { requestId: string; isReminder: boolean }
    'user.recovery_linked': { requestId: string }
    'user.recovery_ended': { requestId: string }
    /** `kind`: of a sign-in method that was added or removed. `at`: ISO 8601. Older events lack both. */
    'user.credentials_changed': { userId: string; change: CredentialChange; kind?: FactorKind; at?: string }
    /** `at`: ISO 8601. */
    'user.signed_in_on_new_device': { userId: string; at: string }
    /** Several wrong second factors after the right password. `at`: ISO 8601. */
    'user.codes_refused': { userId: string; at: string }
    /** Set by too many wrong codes in a row. */
    'user.factors_disabled': { userId: string; kinds: FactorKind[] }
    'staff.invited': { invitationId: string }
    'setting.address_entered': { settingAddressId: string }
  }
}

declare module '../events/publish.ts' {
  interface FeedData {
    'user.registered': { userId: string }
    'user.updated': { userId: string }
    'user.disabled': { userId: string }
    'user.enabled': { userId: string }
  }
}
