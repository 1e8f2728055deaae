import type { TSchema } from 'typebox'

/** The parts of requests and answers that may differ between versions; a schema names its part in `x-resource`. */
export type Resource = 'user' | 'user-reference' | 'user-input'

/**
 * What one version says otherwise than the next newer one: pure functions. A change knows only its neighbour, so v1 is
 * reached through v2, and business code knows the current version only.
 */
export type Change = {
  /** The difference in a sentence for people, as the changelog tells it: what the newer version does otherwise. */
  summary: string
  /** How the older version shows a resource of the newer one: its schema, and the same for a value. */
  answers: Partial<Record<Resource, Rewrite>>
  /** How the older version asks: the schema that its clients are held to, and what their value means in the newer one. */
  requests: Partial<Record<Resource, Rewrite>>
  /** Newer field name → older field name, for errors about a request. */
  fields: Record<string, string>
}

export type Rewrite = {
  schema: (newer: TSchema) => TSchema
  value: (value: Record<string, unknown>) => Record<string, unknown>
}
