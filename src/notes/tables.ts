/** The tables of internal notes and tags, as Kysely sees them. One of `order_id` and `user_id` is set. */

declare module '../database/schema.ts' {
  interface Tables {
    notes: {
      id: string
      order_id: number | null
      user_id: string | null
      text: string
      /** A member of staff, or an API key. */
      by_user: string
      at: Date
    }
    tags: {
      order_id: number | null
      user_id: string | null
      /** The tag in small letters. */
      key: string
      tag: string
      by_user: string
      at: Date
    }
  }
}

export {}
