/** Finds what the entries of menus lead to. Entries whose category or page is gone, or is not published, are left out. */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { LANGUAGES } from '../../words/languages.ts'
import type { LegalSlug } from '../legal-pages.ts'
import type { Texts } from '../setting-rules.ts'
import type { MenuEntry } from './menu.ts'
import { targetOf, withName } from './target.ts'

/** A link of a menu with the links below it. */
export type MenuLink = {
  label: Texts
  address: string
  /** Names of what it leads to, for an entry without words. A category has a name of its own beside those by language. */
  name?: { texts: Texts; own?: string } | { legal: LegalSlug }
  below: MenuLink[]
}

type Found = { wanted: string; name: string; texts: Texts }
type Known = { pages: Found[]; categories: Found[]; legal: readonly LegalSlug[] }

/** Resolves menus with one statement, and without any while no entry leads to a category or an own page. */
export async function resolveMenus(
  db: Db,
  menus: readonly (readonly MenuEntry[])[],
  legal: readonly LegalSlug[],
): Promise<MenuLink[][]> {
  const targets = menus.flat().flatMap(({ address }) => targetOf(address) ?? [])
  const slugs = targets.flatMap(target => ('page' in target ? target.page : []))
  const names = targets.flatMap(target => ('category' in target ? target.category : []))
  const found = slugs.length + names.length > 0 ? await findTargets(db, slugs, names) : { pages: [], categories: [] }
  return menus.map(entries => inLevels(entries, { ...found, legal }))
}

/** Products bring categories along, which have no row of their own. */
async function findTargets(db: Db, slugs: readonly string[], names: readonly string[]) {
  const { rows } = await sql<{ pages: Found[]; categories: { wanted: string; name: string; texts: unknown }[] }>`
    select (
      select coalesce(json_agg(json_build_object('wanted', w.slug, 'name', p.slug, 'texts', p.title)
        order by p.slug <> w.slug), '[]')
      from unnest(${slugs}::text[]) as w (slug)
      join own_pages p on p.published is not null
        and (p.slug = w.slug or p.id = (select page_id from own_page_addresses a where a.slug = w.slug))
    ) as pages, (
      with wanted as (select name collate "C" as name from unnest(${names}::text[]) as w (name)),
      present as (
        select w.name as wanted, coalesce((
          select f.became from former_categories f where f.name = w.name
            and not exists (select from categories c where c.name = w.name)
            and not exists (select from products p where p.category = w.name and p.removed_at is null)
        ), w.name) as name
        from wanted w
      )
      select coalesce(json_agg(json_build_object('wanted', n.wanted, 'name', n.name, 'texts', coalesce(c.texts, '{}'))), '[]')
      from present n left join categories c on c.name = n.name
      where c.name is not null
        or exists (select from products p where p.category = n.name and p.removed_at is null)
    ) as categories
  `.execute(db)
  const { pages, categories } = one(rows)
  return { pages, categories: categories.map(row => ({ ...row, texts: namesIn(row.texts) })) }
}

/** The names among the texts of a category. */
function namesIn(texts: unknown): Texts {
  const byLanguage = texts as Record<string, { name?: string } | undefined>
  return Object.fromEntries(
    LANGUAGES.flatMap(language => {
      const name = byLanguage[language]?.name
      return name ? [[language, name]] : []
    }),
  )
}

/** Links below one that is left out take its place. */
function inLevels(entries: readonly MenuEntry[], known: Known): MenuLink[] {
  const links: MenuLink[] = []
  let above: MenuLink | undefined
  for (const { label, address, below } of entries) {
    const link = linkOf(address, label, known)
    if (!below) above = link
    if (link) (below && above ? above.below : links).push(link)
  }
  return links
}

function linkOf(address: string, label: Texts, { pages, categories, legal }: Known): MenuLink | undefined {
  const target = targetOf(address)
  if (!target) return { label, address, below: [] }
  if ('legal' in target) return legal.includes(target.legal) ? { label, address, name: target, below: [] } : undefined
  const found =
    'page' in target
      ? pages.find(({ wanted }) => wanted === target.page)
      : categories.find(({ wanted }) => wanted === target.category)
  if (!found) return undefined
  const present = found.name === found.wanted ? address : withName(address, target, found.name)
  const name = 'page' in target ? { texts: found.texts } : { texts: found.texts, own: found.name }
  return { label, address: present, name, below: [] }
}
