/**
 * Interprets the files of other shops beyond the names of their columns: variants, which leave out what their product says once,
 * rows that are no products, and products that are not on sale there. These would be on sale here otherwise. Other shops need no
 * SKU; here a product gets one from its address or number, the same one each time.
 */

/** The cells of a variant, with its group and its values as our own files write them. */
type Variant = { cells: string[]; group: string; options: string }
/** A product that was reduced: the column of the price holds the one from before. */
type Reduced = { cells: string[]; sale_amount: string }
/** The cells as they are meant; `mistake`: why the row is refused; `picture`: a further one of a product; undefined: it is no product. */
type Meant =
  | string[]
  | Variant
  | Reduced
  | (Variant & Reduced)
  | { mistake: string }
  | { sku: string; picture: string }
  | undefined
export type Adapt = (cells: readonly string[]) => Meant

/** @returns undefined for a file that is of none of these shops; `reads`: the columns that say what a row means */
export function adapterFor(header: readonly string[]): { adapt: Adapt; reads: ReadonlySet<number> } | undefined {
  const names = header.map(name => name.trim().toLowerCase())
  const find: At = (...wanted) => names.findIndex(name => wanted.includes(name))
  const reads = new Set<number>()
  const at: At = (...wanted) => {
    const index = find(...wanted)
    reads.add(index)
    return index
  }
  const adapt = shopOf(names, find)?.(at, find)
  return adapt && { adapt, reads }
}

type At = (...names: string[]) => number

function shopOf(names: readonly string[], find: At): ((at: At, find: At) => Adapt) | undefined {
  const has = (...wanted: string[]) => wanted.every(name => names.includes(name))
  if (find('handle', 'url handle') >= 0 && find('variant sku', 'option1 value') >= 0) return shopify
  if (has('sku', 'type', 'regular price')) return wooCommerce
  if (has('sku', 'product_type', 'attribute_set_code')) return magento
  if (find('active (0/1)', 'price tax excluded', 'price (tax excl.)') >= 0) return prestaShop
  return undefined
}

const NOT_ON_SALE = 'is not on sale in the other shop. Put it on sale there, or leave the row out'

/** A product has one row for each variant and each further picture. Only its first row has the title and the texts. */
function shopify(at: At, find: At): Adapt {
  const handle = at('handle', 'url handle')
  const title = at('title')
  const published = at('published', 'published on online store')
  const [status, category, kind] = [find('status'), find('product category'), at('type')]
  const texts = [find('body (html)', 'description'), category, kind, status, find('vendor')]
  const options = [1, 2, 3].map(n => ({ name: at(`option${n} name`), value: at(`option${n} value`) }))
  const nameFor = groupNames()
  const sku = at('variant sku', 'sku')
  const sold = [sku, at('variant price', 'price')]
  const [price, former] = [sold[1]!, at('variant compare at price', 'compare-at price')]
  const [picture, own] = [at('image src', 'product image url'), at('variant image', 'variant image url')]
  const skuOf = (cells: readonly string[]) =>
    cells[sku] ||
    [handle, ...options.map(({ value }) => value)]
      .map(index => cells[index])
      .filter(isValue)
      .join('-')
  const isHidden = (cells: readonly string[]) =>
    /^false$/i.test(cells[published] ?? '') || /^(draft|archived|unlisted)$/i.test(cells[status] ?? '')
  let first: readonly string[] = []
  return cells => {
    const isSame = first[handle] === cells[handle] && !cells[title]
    const isSold = sold.some(index => cells[index])
    const named = withCell(cells, sku, skuOf(cells))
    if (!isSame) first = named
    if (!isSold) return pictureOf(first[sku], cells[picture])
    const whole = isSame ? filledFrom(first, named, [title, published, ...texts]) : named
    // Many shops have only the one or the other.
    const meant = [...withCell(whole, category, whole[category] || whole[kind])]
    if (isHidden(meant)) return { mistake: NOT_ON_SALE }
    // The picture of the variant comes before that of the row, which is just the next one of the product.
    if (picture >= 0 && cells[own]) meant[picture] = `${cells[own]} ${cells[picture]}`
    const chosen = options.map(({ name, value }) => [first[name], cells[value]] as const)
    return reduced(variant(meant, nameFor(meant[title] ?? '', cells[handle] ?? ''), chosen), price, former)
  }
}

/** Takes a higher price from before for the regular one. */
function reduced(meant: string[] | Variant, price: number, former: number): Meant {
  const { cells, ...grouped } = Array.isArray(meant) ? { cells: meant } : meant
  const [now = '', before = ''] = [cells[price], cells[former]]
  if (!(Number(before) > Number(now)) || now === '') return meant
  return { cells: cells.with(price, before), sale_amount: now, ...grouped }
}

/** The cells with what is in one of them, if the file has it. A row may be shorter than the first line. */
function withCell(cells: readonly string[], index: number, text: string | undefined): readonly string[] {
  if (index < 0 || !text) return cells
  const copy = [...cells]
  copy[index] = text
  return copy
}

/** A row that has only a picture, of the product above it. */
function pictureOf(sku: string | undefined, picture: string | undefined): Meant {
  return sku && picture ? { sku, picture } : undefined
}

/** Two products may have the same title, but groups have names of their own. */
function groupNames() {
  const owners = new Map<string, string>()
  return (title: string, handle: string): string => {
    if (!owners.has(title)) owners.set(title, handle)
    return owners.get(title) === handle ? title : `${title} (${handle})`
  }
}

/** Without a number there either, the row says that it needs a SKU. */
function numbered(shop: string, id: string | undefined): string | undefined {
  return id && `${shop}-${id}`
}

/** A product that is sold in one kind only has a value for it, too. */
function isValue(text: string | undefined): text is string {
  return Boolean(text) && text !== 'Default Title'
}

/** The cells alone, if the product is sold in one kind only. */
function variant(
  cells: string[],
  group: string,
  chosen: readonly (readonly [name: string | undefined, value: string | undefined])[],
): string[] | Variant {
  const plain = (text: string) => text.replaceAll(/[:;]+/g, ',').trim()
  const options = chosen.flatMap(([name, value], n) =>
    isValue(value) ? [`${plain(name || `Option ${n + 1}`)}: ${value.replaceAll(';', ',')}`] : [],
  )
  return group && options.length > 0 ? { cells, group, options: options.join('; ') } : cells
}

/** Fills empty cells from the same places of `source`. */
function filledFrom(source: readonly string[], cells: readonly string[], indexes: readonly number[]): string[] {
  const filled = [...cells]
  for (const index of indexes) if (index >= 0) filled[index] ||= source[index] ?? ''
  return filled
}

/** A product with variants has a row that is not sold, and its variants name it by `Parent`. */
function wooCommerce(at: At): Adapt {
  const [id, type, sku, parent] = [at('id'), at('type'), at('sku'), at('parent')]
  const [categories, description, short] = [at('categories'), at('description'), at('short description')]
  const taxClass = at('tax class')
  const [name, published] = [at('name'), at('published')]
  const attributes = [1, 2, 3].map(n => ({ name: at(`attribute ${n} name`), value: at(`attribute ${n} value(s)`) }))
  const nameFor = groupNames()
  const parents = new Map<string, readonly string[]>()
  const asVariant = (cells: string[], source: readonly string[]) => {
    const group = nameFor(source[name] ?? '', source[id] ?? source[sku] ?? '')
    const chosen = attributes.map(one => [cells[one.name], cells[one.value]] as const)
    return variant(cells, group, chosen)
  }
  const keep = (cells: readonly string[]) => {
    for (const name of [cells[sku], `id:${cells[id]}`]) if (name) parents.set(name, cells)
    return undefined
  }
  return cells => {
    if (/^\s*(variable|grouped)\b/i.test(cells[type] ?? '')) return keep(cells)
    if (/^\s*(0|-1)\s*$/.test(cells[published] ?? '')) return { mistake: NOT_ON_SALE }
    const source = parents.get(cells[parent] ?? '')
    const named = withCell(cells, sku, cells[sku] || numbered('WOO', cells[id]))
    const own = withCell(
      named,
      taxClass,
      taxClassOf(cells[taxClass] === 'parent' ? source?.[taxClass] : cells[taxClass]),
    )
    const meant = filledFrom(source ?? [], own, [categories, description]).map((cell, index) => {
      if (index === description) return (cell || cells[short] || '').replaceAll('\\n', '\n')
      return index === categories ? firstOf(cell) : cell
    })
    return source ? asVariant(meant, source) : meant
  }
}

/** `reduced-rate` and `zero-rate` are built in there; nothing and `standard` are the same. */
function taxClassOf(slug = ''): string {
  return (
    slug
      .trim()
      .toLowerCase()
      .replace(/-rate$/, '')
      .replaceAll('-', '_') || 'standard'
  )
}

/** Rows of a store view repeat a product in another language. */
function magento(at: At, find: At): Adapt {
  const [type, view, online, categories] = [
    at('product_type'),
    at('store_view_code'),
    at('product_online'),
    at('categories'),
  ]
  const created = find('created_at')
  return cells => {
    if ((cells[view] ?? '') !== '' || /^(configurable|grouped|bundle)$/.test(cells[type] ?? '')) return undefined
    if (cells[online] === '2') return { mistake: NOT_ON_SALE }
    const meant = [...cells]
    if (created >= 0) meant[created] = timeOf(meant[created])
    if (categories >= 0) {
      const path = firstOf(meant[categories]).split('/')
      meant[categories] = path.slice(path.length > 1 ? 1 : 0).join(' > ')
    }
    return meant
  }
}

/** `1/7/24, 10:01 AM` is the American day, whatever the language of the shop. Anything else is left out. */
function timeOf(text = ''): string {
  const [, month, day, year, hour, minute, half] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{2}), (\d{1,2}):(\d{2})\s([AP])M$/.exec(text.trim()) ?? []
  if (!year) return ''
  const time = Date.UTC(2000 + +year, +month! - 1, +day!, (+hour! % 12) + (half === 'P' ? 12 : 0), +minute!)
  return new Date(time).toISOString()
}

/** The list of its back office has `Status` 1 or 0, and its import template `Active (0/1)`. */
function prestaShop(at: At): Adapt {
  const [status, categories] = [at('status'), at('categories (x,y,z...)')]
  const [id, reference] = [at('product id', 'id'), at('reference', 'reference #')]
  const states = [status, at('active (0/1)')]
  return cells => {
    if (states.some(index => cells[index]?.trim() === '0')) return { mistake: NOT_ON_SALE }
    const meant = [...withCell(cells, reference, cells[reference] || numbered('PS', cells[id]))]
    if (status >= 0 && meant[status]?.trim() === '1') meant[status] = ''
    if (categories >= 0) meant[categories] = firstOf(meant[categories]?.replace(/^Home\s*,\s*(?=\S)/i, ''))
    return meant
  }
}

function firstOf(list = ''): string {
  return list.split(',')[0]!.trim()
}
