/**
 * Commands on groups of products. Each locks the group before its products, so that commands on one group take turns, and none
 * waits in a circle. A unique index decides who gets a combination of values.
 */
import { sql } from 'kysely'
import { violatesUnique } from '../../database/errors.ts'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { type FieldError, invalidInput, Problem } from '../../problems.ts'
import type { Language } from '../../words/languages.ts'
import {
  type GroupMember,
  type GroupTexts,
  MOST_PRODUCTS,
  type NewProductGroup,
  type OptionValue,
  type ProductGroup,
  type ProductGroupChange,
} from './group.ts'
import { withOptionWords } from './option-words.ts'
import { fitOptions, mistakesInOptions, optionsText } from './options.ts'
import { findGroup, membersOf } from './queries.ts'
import { lockGroup, settleGroup } from './settle.ts'
import './tables.ts'

type Member = { id: number; options: OptionValue[] }

export async function createGroup(tx: Tx, wanted: NewProductGroup, now: Date): Promise<ProductGroup> {
  const { name, products = [], listed } = wanted
  const { options, texts } = withOptionWords(wanted.options, wanted.texts)
  refuse(mistakesInOptions(options))
  const row = { name, options: JSON.stringify(options), texts: JSON.stringify(changedTexts({}, texts)) }
  const { id } = await throwIfNameTaken(name, () =>
    tx
      .insertInto('product_groups')
      .values({ ...row, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await setMembers(tx, id, fitted(options, products), now)
  return listAndRead(tx, id, listed)
}

/**
 * @param check throws if the client has not seen this state of the group
 * @returns undefined when there is no such group
 */
export async function changeGroup(
  tx: Tx,
  id: number,
  change: ProductGroupChange,
  now: Date,
  check?: (group: ProductGroup) => void,
): Promise<ProductGroup | undefined> {
  await lockGroup(tx, id)
  const group = await findGroup(tx, id)
  if (!group) return undefined
  check?.(group)
  const { name = group.name, products, listed } = change
  const { options, texts } = withOptionWords(change.options ?? group.options, change.texts)
  refuse(mistakesInOptions(options))
  const members = products ? fitted(options, products) : refitted(options, group.products)
  // Locks products before the group, because an order waits for a new name while it has locked a product.
  await setMembers(tx, id, members, now)
  await throwIfNameTaken(name, () =>
    tx
      .updateTable('product_groups')
      .set({
        name,
        options: JSON.stringify(options),
        texts: JSON.stringify(changedTexts(group.texts, texts)),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute(),
  )
  return listAndRead(tx, id, listed)
}

/** Adds a product to a group, or changes its values there. @returns undefined when there is no such group */
export async function putMember(
  tx: Tx,
  id: number,
  productId: number,
  { options, listed }: GroupMember,
  now: Date,
): Promise<ProductGroup | undefined> {
  await lockGroup(tx, id)
  const group = await findGroup(tx, id)
  if (!group) return undefined
  const fit = fitOptions(group.options, options)
  if ('errors' in fit) throw invalidInput(...fit.errors)
  const others = group.products.filter(({ id }) => id !== productId)
  if (others.length >= MOST_PRODUCTS) throw new Problem('group_full')
  await setMembers(tx, id, [...others, { id: productId, options: fit.values }], now)
  return listAndRead(tx, id, listed ? productId : undefined)
}

/** @returns whether the product was in the group */
export async function removeMember(tx: Tx, id: number, productId: number, now: Date): Promise<boolean> {
  await lockGroup(tx, id)
  const members = await membersOf(tx, id)
  if (!members.some(member => member.id === productId)) return false
  await setMembers(
    tx,
    id,
    members.filter(member => member.id !== productId),
    now,
  )
  await settleGroup(tx, id)
  return true
}

/** @returns false when there is no such group */
export async function deleteGroup(tx: Tx, id: number): Promise<boolean> {
  await lockGroup(tx, id)
  const members = await membersOf(tx, id)
  if (members.length > 0) {
    const detail = `The group still has ${
      members.length === 1 ? 'a product' : `${members.length} products`
    }. Take what is in it out of the group first.`
    throw new Problem('group_has_products', detail, { members: { products: members.length } })
  }
  // Drafts and archived products keep their values until their group is gone.
  await tx
    .updateTable('products')
    .set({ group: null, options: '[]', is_listed: true })
    .where('group', '=', id)
    .execute()
  const { numDeletedRows } = await tx.deleteFrom('product_groups').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

function fitted(options: ProductGroup['options'], products: NonNullable<ProductGroupChange['products']>): Member[] {
  const errors: FieldError[] = []
  const members = products.map(({ id, options: given }, index) => {
    const field = `products.${index}`
    if (products.findIndex(one => one.id === id) < index) {
      errors.push({ field: `${field}.id`, reason: 'is named twice', code: 'duplicate' })
    }
    const fit = fitOptions(options, given, `${field}.options`)
    if ('errors' in fit) errors.push(...fit.errors)
    return { id, options: 'values' in fit ? fit.values : [] }
  })
  refuse(errors)
  return members
}

/** The products that the group has, under options that may be new. */
function refitted(options: ProductGroup['options'], products: ProductGroup['products']): Member[] {
  return products.map(({ id, sku, options: has }) => {
    const fit = fitOptions(options, has)
    if ('values' in fit) return { id, options: fit.values }
    const reason = `must keep what ${sku} has (${optionsText(has)}). Give the product other values first, or send them in products`
    throw invalidInput({ field: 'options', reason, code: 'option_in_use' })
  })
}

/** Products that stay as they are are not touched. All others leave first, so that two can change places. */
async function setMembers(tx: Tx, id: number, members: readonly Member[], now: Date): Promise<void> {
  const wanted = JSON.stringify(members)
  const given = sql`jsonb_to_recordset(${wanted}::jsonb) as given (id bigint, options jsonb)`
  const { rows: locked } = await sql<{ id: number; sku: string; group: number | null; stays: boolean }>`
    select p.id, p.sku, p."group", p."group" = ${id} and p.options = given.options as stays
    from products p left join ${given} on given.id = p.id
    where p.removed_at is null and (p."group" = ${id} or given.id is not null)
    order by p.id
    for no key update of p
  `.execute(tx)
  refuseStrangers(members, locked, id)
  const ids = locked.filter(({ stays }) => !stays).map(product => product.id)
  if (ids.length === 0) return
  await sql`
    update products set "group" = null, options = '[]', is_listed = true, updated_at = ${now} where id = any(${ids}::bigint[])
  `.execute(tx)
  await throwIfCombinationTaken(members, () =>
    sql`
      update products p set "group" = ${id}, options = given.options, is_listed = false
      from ${given}
      where p.id = given.id and p.id = any(${ids}::bigint[])
    `.execute(tx),
  )
  const changed = locked.filter(({ stays }) => !stays)
  const events = changed.map(({ id, sku }) => ({ type: 'product.updated' as const, data: { productId: id, sku } }))
  await publishToFeed(tx, now, ...events)
}

function refuseStrangers(
  members: readonly Member[],
  found: readonly { id: number; sku: string; group: number | null }[],
  id: number,
): void {
  for (const member of members) {
    const product = found.find(one => one.id === member.id)
    if (!product) throw new Problem('not_found', `There is no product ${member.id}.`)
    if (product.group !== null && product.group !== id) {
      const detail = `${product.sku} is in group ${product.group}. Take it out of that group first.`
      throw new Problem('product_in_other_group', detail, { members: { group: product.group } })
    }
  }
}

async function throwIfCombinationTaken<T>(members: readonly Member[], write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violatesUnique(error, 'products_combination')) throw error
    const texts = members.map(({ options }) => optionsText(options))
    const twice = texts.find((text, index) => texts.indexOf(text) < index)
    throw new Problem(
      'combination_taken',
      twice && `Two products of the group would have ${twice}. Give one of them other values.`,
    )
  }
}

async function throwIfNameTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violatesUnique(error, 'product_groups_name')) throw error
    throw new Problem('group_name_taken', `A group with the name ${name} already exists. Use another name.`, {
      errors: [{ field: 'name', reason: 'is already taken', code: 'taken' }],
    })
  }
}

async function listAndRead(tx: Tx, id: number, listed: number | undefined): Promise<ProductGroup> {
  if (listed !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('product_groups')
      .set({ listed })
      .where('id', '=', id)
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('products')
            .select('products.id')
            .where('products.id', '=', listed)
            .where('products.group', '=', id)
            .where('products.removed_at', 'is', null),
        ),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw invalidInput({ field: 'listed', reason: 'must be a product of the group', code: 'not_in_group' })
    }
  }
  await settleGroup(tx, id)
  return (await findGroup(tx, id))!
}

function changedTexts(texts: GroupTexts, change: NonNullable<ProductGroupChange['texts']>): GroupTexts {
  const changed = { ...texts }
  for (const [language, text] of Object.entries(change) as [Language, GroupTexts[Language] | null][]) {
    const { words: known = [], ...kept } = texts[language] ?? {}
    const { words: given = [], ...others } = text ?? {}
    const left = known.filter(word => !given.some(one => one.text === word.text))
    const words = text === null ? [] : [...left, ...given].filter(({ translation }) => translation.trim() !== '')
    const parts = text === null ? [] : Object.entries({ ...kept, ...others }).filter(([, part]) => part !== '')
    changed[language] = { ...Object.fromEntries(parts), ...(words.length > 0 && { words }) }
    if (Object.keys(changed[language]).length === 0) delete changed[language]
  }
  return changed
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidInput(...errors)
}
