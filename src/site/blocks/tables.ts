import type { ColumnType } from 'kysely'
import type { HomeBlock } from './block.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    home_page: {
      singleton: ColumnType<boolean, boolean | undefined, never>
      /** JSON; written as text. */
      draft: ColumnType<HomeBlock[], string, string>
      /** JSON; written as text. */
      published: ColumnType<HomeBlock[] | null, string | null, string | null>
      version: number
      changed_at: Date
    }
    site_pictures: { hash: string; title: string; width: number | null; height: number | null; added_at: Date }
  }
}
