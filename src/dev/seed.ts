/** The demo shop: its settings, products and accounts. */
import { sql } from 'kysely'
import { DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import { settleGroup } from '../catalogue/groups/settle.ts'
import { imageOf, storeFiles } from '../catalogue/images/images.ts'
import type { AppContext } from '../context.ts'
import { one } from '../database/rows.ts'
import { changeShop, type ShopSettings } from '../shop/settings.ts'
import { createDemoGroups } from './demo-groups/generate-groups.ts'
import { folderOf, readDemoPictures } from './demo-pictures/drawn.ts'
import { createDemoUsers } from './demo-users.ts'
import { generateProducts } from './generate-products.ts'

/**
 * Fills an empty database with demo products, and the embedded database with demo accounts too: another database may
 * become a production database one day, and everybody knows their password. Each part is one statement, or skips rows that
 * exist, so the next start completes one that was killed.
 * @returns false when the database is in use; then nothing is written
 */
export async function seed(context: AppContext): Promise<boolean> {
  const demo = DEMO_USERS.map(({ email }) => email)
  const { rows } = await sql<{ products: boolean; users: number; strangers: boolean }>`
    select exists (select from products) as products,
      (select count(*) from users) as users,
      exists (select from users where email_key <> all (${demo})) as strangers
  `.execute(context.db)
  const { products, users, strangers } = one(rows)
  if (strangers || (products && (users >= demo.length || !isEmbedded(context)))) return false
  if (!products) {
    await changeShop(context.db, DEMO_SHOP, 1)
    await context.db.updateTable('delivery_methods').set({ active: true }).execute()
    await createDemoProducts(context)
  }
  if (isEmbedded(context)) await createDemoUsers(context)
  return true
}

export function isEmbedded({ config }: AppContext): boolean {
  return config.databaseUrl === undefined
}

/** A made-up shop, with the settings that every shop has. */
const DEMO_SHOP: Partial<ShopSettings> = {
  name: 'Halden Home',
  homeTitle: {
    en: 'Well-made things for the home',
    de: 'Gute Dinge für zu Hause',
    fr: 'De belles choses pour la maison',
  },
  homeText: {
    en: 'Lamps, teapots, stools: made to last, and to be mended.',
    de: 'Lampen, Teekannen, Hocker: gemacht, um zu bleiben und repariert zu werden.',
    fr: 'Lampes, théières, tabourets : faits pour durer et pour être réparés.',
  },
  legalName: 'Halden Home GmbH',
  // The example of the standard: no account.
  iban: 'DE89370400440532013000',
  bankName: 'Commerzbank',
  seat: 'Lindenstraße 12\n10969 Berlin',
  timeZone: 'Europe/Berlin',
  languages: ['en', 'de', 'fr'],
  deliveryPromise: { en: '2 to 4 working days', de: '2 bis 4 Werktage', fr: '2 à 4 jours ouvrés' },
  isOpen: true,
}

const DEMO_PRODUCTS = 500

/** The same products on every machine. The variants of groups follow the others, so those keep their numbers. */
export async function createDemoProducts({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const products = [...generateProducts(DEMO_PRODUCTS)]
  // People and programs try their first order with the first page of the list, so it must not sell out.
  for (const product of products.slice(0, 10)) {
    product.status = 'active'
    product.stock += 1000
  }
  const pictures = await readDemoPictures()
  // The make, in front of the thing, is one word.
  const withPicture = <P extends { name: string }>(product: P, drawing = product.name.replace(/^\S+ /, '')) => {
    const image = imageOf(pictures.get(folderOf(drawing))!, `Drawing: ${drawing.toLowerCase()}`)
    return { ...product, images: JSON.stringify([image]) }
  }
  await db.transaction().execute(async tx => {
    await storeFiles(tx, [...pictures.values()])
    const groups = [...(await createDemoGroups(tx, products)).entries()]
    const variants = groups.map(
      ([number, all]) => [number, all.map(({ drawing, ...product }) => withPicture(product, drawing))] as const,
    )
    const listed = new Map(variants.map(([number, [first]]) => [number, first!]))
    const single = products.map((product, index) => listed.get(index + 1) ?? { ...withPicture(product), group: null })
    await tx
      .insertInto('products')
      .values([...single, ...variants.flatMap(([, [, ...others]]) => others)])
      .execute()
    for (const [, [first]] of groups) await settleGroup(tx, first!.group)
  })
}
