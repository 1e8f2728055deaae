import type { TSchema } from 'typebox'

/** The parts of requests and responses that may differ between versions; a schema names its part in `x-resource`. */
export type Resource =
  | 'user'
  | 'user-reference'
  | 'user-input'
  | 'order-payment'
  | 'discount-code'
  | 'payment'
  | 'refund'

/**
 * Describes how one version differs from the next newer one, as pure functions. A change knows only its neighbor: v1 is
 * made from v2, and business code knows the current version only.
 */
export type VersionChange = {
  /** Turns newer into older: how the older version shows a resource, as schema and value. */
  responses: Partial<Record<Resource, Rewrite>>
  /** Turns older into newer: the schema that requests of the older version must match, and their value in the newer one. */
  requests: Partial<Record<Resource, Rewrite>>
  /** Newer field name → older field name, for the errors of a request. */
  fields: Record<string, string>
}

export type Rewrite = {
  schema: (newer: TSchema) => TSchema
  value: (value: Record<string, unknown>) => Record<string, unknown>
}
