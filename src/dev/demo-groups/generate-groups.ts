/** The groups of the demo shop: some of its products, each with others that are its variants. */
import type { Tx } from '../../database/schema.ts'
import type { GeneratedProduct } from '../generate-products.ts'
import { combinationsOf, SAMPLE_GROUPS, type SampleGroup, textsOf } from './sample-groups.ts'

type Variant = GeneratedProduct & { group: number; options: string; is_listed: boolean; drawing: string }

/** @returns the variants of each group, by the number of the product that they replace: it is the first one of them */
export async function createDemoGroups(
  tx: Tx,
  products: readonly GeneratedProduct[],
): Promise<Map<number, readonly Variant[]>> {
  const variants = new Map<number, readonly Variant[]>()
  for (const group of SAMPLE_GROUPS) {
    const listed = products[group.number - 1]!
    const { id } = await tx
      .insertInto('product_groups')
      .values({
        name: listed.name,
        options: JSON.stringify(group.options),
        texts: JSON.stringify(textsOf(group)),
        created_at: listed.created_at,
        updated_at: listed.created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    variants.set(
      group.number,
      combinationsOf(group).map((values, index) => ({
        ...(index === 0 ? listed : variantOf(group, listed, values, index)),
        group: id,
        options: JSON.stringify(group.options.map(({ name }, n) => ({ name, value: values[n] }))),
        // The command that settles a group decides which one is listed.
        is_listed: false,
        drawing: group.colors ? `${group.thing} ${values[0]}` : group.thing,
      })),
    )
  }
  return variants
}

function variantOf(
  { surcharges = {} }: SampleGroup,
  listed: GeneratedProduct,
  values: readonly string[],
  index: number,
): GeneratedProduct {
  // Some are sold out, so that pages show that too.
  const stock = index % 5 === 3 ? 0 : 6 + 7 * index
  return {
    ...listed,
    sku: [listed.sku, ...values.map(value => value.slice(0, 3).toUpperCase())].join('-'),
    price: values.reduce((price, value) => price + (surcharges[value] ?? 0), listed.price),
    stock,
    status: stock === 0 ? 'out_of_stock' : 'active',
  }
}
