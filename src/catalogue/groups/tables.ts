import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Image } from '../images/image.ts'
import type { GroupTexts, Option } from './group.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    product_groups: {
      id: GeneratedAlways<number>
      name: string
      /** JSON; written as text. */
      texts: ColumnType<GroupTexts, string, string>
      /** JSON; written as text. */
      options: ColumnType<Option[], string, string>
      listed: number | null
      /** JSON; written by statements of its own. */
      images: Generated<Image[]>
      created_at: Date
      updated_at: Date
    }
    unsettled_groups: { id: GeneratedAlways<number>; group: number }
  }
}
