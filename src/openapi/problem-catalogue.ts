import type { ProblemCode } from '../problems.ts'
import type { Schema } from './types.ts'

type Entry = {
  /** When it happens, and what helps. */
  meaning: string
  /** What `detail` then reads like. */
  detail: string
  /** The members that this problem has beyond those of every problem (RFC 9457 §3.2). */
  members?: Record<string, Schema>
}

const text: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const product: Schema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: integer, name: text, status: { ...text, description: 'Of one that is not for sale.' } },
}

/** What the reference says about each problem. */
export const CATALOGUE: Record<ProblemCode, Entry> = {
  malformed_json: {
    meaning: 'The body is not JSON in UTF-8 (RFC 8259), or it was not sent to its end.',
    detail: 'The request body is not valid JSON.',
  },
  malformed_request: {
    meaning: 'The request breaks a rule of HTTP itself, such as a broken percent-escape in its address.',
    detail: 'The address is not a valid URL.',
  },
  invalid_query: {
    meaning: 'Parameters in the query or in headers are missing or wrong. `errors` names each with its reason.',
    detail: 'page must be at least 1',
  },
  ambiguous_version: {
    meaning:
      'Path, `Accept` and `api-version` ask for different versions. Name the version once, or the same one everywhere.',
    detail: 'The request asks for different API versions: the path names v1, api-version names v3.',
  },
  unknown_version: {
    meaning:
      'The path names a version that does not exist: status 404. Or `api-version` is not a date, or one before the first version: status 400. Give a date like 2025-01-01.',
    detail: 'api-version must be a date on which a version was alive (v1 from 2023-01-01), not "soon".',
  },
  not_found: {
    meaning: 'Nothing is at this address, or you may not see it. Both return 404.',
    detail: 'There is nothing at this address.',
  },
  method_not_allowed: {
    meaning: 'The address exists, but not with this method. The `Allow` header lists those that do.',
    detail: 'Method DELETE is not allowed. Use GET or HEAD.',
  },
  version_not_acceptable: {
    meaning: '`Accept` asks for a version that does not exist. The detail lists those that do.',
    detail: 'API version "v9" does not exist. Supported: v1, v2, v3.',
  },
  version_retired: {
    meaning: 'The version has been removed. The `Link` header leads to its successor.',
    detail: 'API version v1 was retired on 2027-01-01. Supported: v2, v3.',
  },
  request_timeout: {
    meaning: 'The request was not sent to its end within half a minute.',
    detail: 'The request did not arrive in time.',
  },
  body_too_large: {
    meaning: 'The body is larger than 1 MiB.',
    detail: 'The request body is larger than 1 MiB.',
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON in UTF-8, or is compressed. Send `Content-Type: application/json`.',
    detail: 'Send the body as application/json.',
  },
  headers_too_large: {
    meaning: 'Address and headers are larger than 16 KiB.',
    detail: 'Address and headers of the request are larger than 16 KiB.',
  },
  invalid_input: {
    meaning: 'Fields of the body are missing or wrong. `errors` names each with its reason, for people and programs.',
    detail: 'email is required; message is required',
  },
  idempotency_key_in_use: {
    meaning: 'The first request with this `Idempotency-Key` is still being worked on. Repeat with the same key.',
    detail: 'The first request with this Idempotency-Key is still being worked on. Try again with the same key.',
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was used for a request with another body. Use a new key for each new thing.',
    detail: 'This Idempotency-Key was used for another request. Use a new key.',
  },
  rate_limited: {
    meaning: 'Too many attempts. `Retry-After` says in how many seconds the next one is looked at.',
    detail: 'Too many attempts. Try again later.',
  },
  unauthenticated: {
    meaning: 'No credential came with the request, or it has expired. Sign in again.',
    detail: 'Sign in and send the session token as "Authorization: Bearer <token>".',
  },
  second_factor_required: {
    meaning: 'The token is from the first sign-in step. Send the one-time code to `/auth/mfa` first.',
    detail: 'This token is from the first sign-in step. Enter the second factor first.',
  },
  invalid_credentials: {
    meaning: 'Email address and password do not match. The answer does not tell whether the address is registered.',
    detail: 'The e-mail address or the password is wrong.',
  },
  invalid_code: {
    meaning: 'The one-time code is not that of the current or the previous 30 seconds, or belongs to somebody else.',
    detail: 'The code is wrong. Enter the one that is shown now.',
  },
  code_already_used: {
    meaning: 'The one-time code is right, but it has been used: each opens one session. Wait for the next one.',
    detail: 'This code was already used. Wait for the next one.',
  },
  sign_in_ended: {
    meaning:
      'The attempt is older than 5 minutes, was completed, or had too many wrong codes. Begin with the password.',
    detail: 'This sign-in attempt has ended or was already completed. Sign in again.',
  },
  invalid_api_key: {
    meaning: 'The API key is unknown or was revoked.',
    detail: 'The API key is unknown or was revoked.',
  },
  forbidden: {
    meaning: 'You are signed in, but lack the role or the scope. The detail names which.',
    detail: 'This needs the role staff.',
  },
  csrf_required: {
    meaning:
      'The request needs a CSRF token of the same browser as `X-CSRF-Token`. A cookie alone is enough only for JSON that no other site sent.',
    detail: 'Send a CSRF token from GET /api/auth/csrf as X-CSRF-Token, or an API key as X-API-Key.',
  },
  reauthentication_required: {
    meaning: 'The second factor of this session was entered more than 10 minutes ago. Enter it again.',
    detail: 'Enter the second factor again before you change this.',
  },
  email_taken: {
    meaning: 'Another account has this email address.',
    detail: 'email is already registered',
  },
  invalid_reset_token: {
    meaning: 'The link of the email was used, is older than 30 minutes, or was replaced by a change of the account.',
    detail: 'This link was used or has expired. Ask for a new one.',
  },
  invalid_verification_token: {
    meaning: 'The link that confirms an email address was used, is too old, or belongs to an earlier address.',
    detail: 'The verification link is no longer valid.',
  },
  no_sms_factor: {
    meaning: 'The account has no confirmed telephone to which a code could be sent. Use another second factor.',
    detail: 'This account has no telephone for codes by text message.',
  },
  last_second_factor: {
    meaning: 'An account always keeps one second factor. Add another one before this one is removed.',
    detail: 'This is the last second factor. Add another one first.',
  },
  sms_not_sent: {
    meaning: 'The text message could not be handed over. Try again after `Retry-After` seconds, or use another factor.',
    detail: 'The text message could not be sent.',
  },
  not_in_doubt: {
    meaning: 'Only a delivery in doubt can be settled by hand: one that may or may not have arrived.',
    detail: 'This delivery is not in doubt; it is sent.',
  },
  sku_taken: {
    meaning: 'Another product has this SKU.',
    detail: 'sku is already taken by another product',
  },
  insufficient_stock: {
    meaning: 'Fewer pieces are left than were asked for. Nothing was ordered. `all` lists every such product.',
    detail: 'Desk lamp: 5 asked, 2 left.',
    members: {
      product,
      asked: integer,
      left: integer,
      all: {
        type: 'array',
        items: {
          type: 'object',
          required: ['product', 'asked', 'left'],
          properties: { product, asked: integer, left: integer },
        },
      },
    },
  },
  product_unavailable: {
    meaning: 'The product is listed but not for sale: it is coming soon or discontinued.',
    detail: 'Desk lamp cannot be ordered: it is coming soon.',
    members: { product },
  },
  total_changed: {
    meaning: 'A price changed since the client computed `expectedTotal`. Show the new total and ask again.',
    detail: 'The order now costs €21.99, not €19.99.',
    members: { total: integer, expectedTotal: integer, currency: text },
  },
  wrong_order_state: {
    meaning: 'An order goes from placed to processing, shipped and delivered; cancelled from the first two only.',
    detail: 'The order is shipped; only a placed order can be cancelled.',
    members: { from: text, to: text },
  },
  internal_error: {
    meaning: 'An error on our side. Name the request id when you ask for help.',
    detail: 'Something went wrong on our side. The request id helps us to find it.',
  },
  database_unavailable: {
    meaning:
      'The service cannot work at the moment. Repeat after `Retry-After` seconds, with the same `Idempotency-Key`.',
    detail:
      'The service cannot reach its database at the moment. Try again, with the same Idempotency-Key if there was one.',
  },
}
