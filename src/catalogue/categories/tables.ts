import type { ColumnType } from 'kysely'
import type { CategoryTexts } from './category-texts.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    former_categories: { name: string; became: string }
    categories: {
      name: string
      parent: string | null
      position: number
      /** JSON; written as text. */
      texts: ColumnType<CategoryTexts, string | undefined, string>
    }
  }
}
