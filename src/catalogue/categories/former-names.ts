/** Names that categories had before they were renamed or merged: their addresses lead on. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import './tables.ts'

/** Every former name leads to a present one in one step, so that there are no chains and no circles. The table `categories` is locked. */
export async function keepFormerName(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('former_categories').set({ became: to }).where('became', '=', from).execute()
  await tx.deleteFrom('former_categories').where('name', '=', to).execute()
  await tx
    .insertInto('former_categories')
    .values({ name: from, became: to })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ became: to }))
    .execute()
}

/** A category that is made has its name for itself, and a deleted one leads nowhere. */
export async function forgetFormerName(tx: Tx, name: string): Promise<void> {
  await tx
    .deleteFrom('former_categories')
    .where(eb => eb.or([eb('name', '=', name), eb('became', '=', name)]))
    .execute()
}

/** @returns the present name of a category; undefined for one that exists, as products bring it along too, and for an unknown one */
export async function findPresentName(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ became: string }>`
    select became from former_categories f
    where name = ${name}
      and not exists (select from categories where name = f.name)
      and not exists (select from products where category = f.name and removed_at is null)
  `.execute(db)
  return rows[0]?.became
}
