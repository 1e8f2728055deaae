import type { ColumnType } from 'kysely'
import type { Texts } from '../../shop/setting-rules.ts'
import type { HomeBlock } from './block.ts'

/** JSON; written as text. */
type Blocks = ColumnType<HomeBlock[] | null, string | null, string | null>

type OfBlocks = {
  /** Null while it is what customers see. */
  draft: Blocks
  published: Blocks
  version: number
  changed_at: Date
}

declare module '../../database/schema.ts' {
  interface Tables {
    home_page: OfBlocks & { singleton: ColumnType<boolean, boolean | undefined, never> }
    own_pages: OfBlocks & {
      id: string
      slug: string
      /** JSON; written as text. */
      title: ColumnType<Texts, string, string>
    }
    own_page_addresses: { slug: string; page_id: string }
    site_pictures: { hash: string; title: string; width: number | null; height: number | null; added_at: Date }
  }
}
