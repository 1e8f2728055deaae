/**
 * Every error a client can meet: RFC 9457 problem details, one table, codes stable for ever.
 * A new error is a new line here; a code is never reused with another meaning.
 */
export const PROBLEMS = {
  // the request itself
  malformed_json: [400, 'Malformed JSON'],
  malformed_request: [400, 'Malformed request'],
  invalid_query: [400, 'Invalid query parameters'],
  ambiguous_version: [400, 'Ambiguous API version'],
  unknown_version: [400, 'Unknown API version'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  version_not_acceptable: [406, 'Unknown API version'],
  request_timeout: [408, 'Request timeout'],
  version_retired: [410, 'API version retired'],
  body_too_large: [413, 'Request body too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  headers_too_large: [431, 'Request headers too large'],
  invalid_input: [422, 'Invalid input'],
  idempotency_key_in_use: [409, 'Request with this Idempotency-Key in progress'],
  idempotency_key_reused: [422, 'Idempotency-Key already used'],
  rate_limited: [429, 'Too many requests'],
  // who is asking
  unauthenticated: [401, 'Not signed in'],
  second_factor_required: [401, 'Second factor required'],
  invalid_credentials: [401, 'Invalid credentials'],
  invalid_code: [401, 'Invalid code'],
  code_already_used: [401, 'Code already used'],
  sign_in_ended: [401, 'Sign-in attempt ended'],
  invalid_api_key: [401, 'Invalid API key'],
  forbidden: [403, 'Forbidden'],
  csrf_required: [403, 'CSRF token or API key required'],
  reauthentication_required: [403, 'Second factor must be entered again'],
  email_taken: [409, 'E-mail address already registered'],
  no_sms_factor: [409, 'No telephone for text messages'],
  last_second_factor: [409, 'Last second factor'],
  sms_not_sent: [503, 'Text message not sent'],
  invalid_verification_token: [422, 'Invalid or expired verification link'],
  invalid_reset_token: [422, 'Invalid or used reset link'],
  // catalogue
  sku_taken: [409, 'SKU already taken'],
  // orders
  insufficient_stock: [409, 'Insufficient stock'],
  product_unavailable: [409, 'Product not for sale'],
  total_changed: [409, 'Total has changed'],
  wrong_order_state: [409, 'Order is in another state'],
  // notifications
  not_in_doubt: [409, 'Delivery not in doubt'],
  // the service itself
  internal_error: [500, 'Internal error'],
  database_unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One wrong field of a request; "<field> <reason>" reads as a sentence: "email is required". */
export type FieldError = { field: string; reason: string; code: string }

type Extras = {
  /** In place of the usual one: the same mistake in another part of the request. */
  status?: number
  errors?: FieldError[]
  /** Further members of the body (RFC 9457 §3.2). */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/** Thrown anywhere below a route; the web floor turns it into the answer. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly errors: FieldError[] | undefined
  readonly members: Record<string, unknown>
  readonly headers: Record<string, string>

  /** @param detail one plain sentence for a person; for input errors it names the field and the reason */
  constructor(code: ProblemCode, detail: string, { status, errors, members = {}, headers = {}, cause }: Extras = {}) {
    super(detail, { cause })
    this.code = code
    this.status = status ?? PROBLEMS[code][0]
    this.title = PROBLEMS[code][1]
    this.errors = errors
    this.members = members
    this.headers = headers
  }
}

/** A 422 that names its fields: "email is required; message is required". */
export function invalidInput(...errors: FieldError[]): Problem {
  return new Problem('invalid_input', inWords(errors), { errors })
}

/** A 400 for query parameters, in the same words. */
export function invalidQuery(...errors: FieldError[]): Problem {
  return new Problem('invalid_query', inWords(errors), { errors })
}

function inWords(errors: FieldError[]): string {
  return errors.map(e => `${e.field} ${e.reason}`).join('; ')
}

export type ProblemBody = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  requestId: string
  errors?: FieldError[]
  error: string
  message: string
}

/**
 * The body of RFC 9457 §3.1; `error` and `message` repeat title and detail for clients of the common Node convention.
 * @param instance the path that was asked for, without its query (which may carry personal data)
 */
export function problemBody(problem: Problem, instance: string, requestId: string): ProblemBody {
  return {
    type: `/problems/${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    requestId,
    ...(problem.errors && { errors: problem.errors }),
    ...problem.members,
    error: problem.title,
    message: problem.message,
  }
}
