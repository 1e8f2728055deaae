/** Native exports of other shops, with their own columns and rows. The products are invented. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readRows } from '../file-rows.ts'

async function products(text: string) {
  const rows = await Array.fromAsync(readRows(Readable.from([Buffer.from(text)]), 'csv', { priceMeans: 'amount' }))
  return rows.flatMap((row): unknown[] => {
    if ('unreadColumns' in row || 'morePictures' in row) return []
    if ('mistake' in row) return [`${row.line}: ${row.mistake}`]
    const { sku, name, category, price, stock, description, group, options, tax_class, created_at } =
      row.value as Record<string, string | number>
    const others = [tax_class, created_at].filter(Boolean)
    return [[sku, name, category, price, stock, description, ...(group ? [group, options] : []), ...others]]
  })
}

const SHOPIFY_COLUMNS = [
  'Handle,Title,Body (HTML),Product Category,Published,Option1 Name,Option1 Value,Option2 Value',
  'Variant SKU,Variant Inventory Qty,Variant Price,Image Src',
].join(',')

const WOOCOMMERCE_COLUMNS = [
  'ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Regular price,Categories,Parent',
  'Attribute 1 name,Attribute 1 value(s)',
].join(',')

const NOT_ON_SALE = 'is not on sale in the other shop. Put it on sale there, or leave the row out'

test('Shopify: variants → texts of their product, one group, no rows of pictures', async () => {
  const text = `${SHOPIFY_COLUMNS}
mug,Mug,<p>Round &amp; red</p>,Home,TRUE,Size,Small,Red,M-S,5,12.00,https://x.example/1.jpg
mug,,,,,,Large,Red,M-L,2,15.00,
mug,,,,,,,,,,,https://x.example/2.jpg
bag,Bag,,Bags,TRUE,Title,Default Title,,B-1,1,9.00,
old,Old,,Bags,FALSE,Title,Default Title,,O-1,1,9.00,
`
  assert.deepEqual(await products(text), [
    ['M-S', 'Mug', 'Home', 1200, 5, 'Round & red', 'Mug', 'Size: Small; Option 2: Red'],
    ['M-L', 'Mug', 'Home', 1500, 2, 'Round & red', 'Mug', 'Size: Large; Option 2: Red'],
    ['B-1', 'Bag', 'Bags', 900, 1, undefined],
    `6: ${NOT_ON_SALE}`,
  ])
})

test('products without a SKU get one that stays the same', async () => {
  const shopify = `Handle,Title,Option1 Name,Option1 Value,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src
mug,Mug,Size,Small,Red,,5,12.00,https://x.example/1.jpg
mug,,,Large,Red,M-L,2,15.00,
bag,Bag,Title,Default Title,,,1,9.00,
`
  assert.deepEqual(
    (await products(shopify)).map(row => (row as string[])[0]),
    ['mug-Small-Red', 'M-L', 'bag'],
  )
  const woo = 'ID,Type,SKU,Name,Published,Regular price,Parent,Stock\n7,simple,,Cap,1,16,,2\n8,simple,C,Hat,1,17\n'
  assert.deepEqual(
    (await products(woo)).map(row => (row as string[])[0]),
    ['WOO-7', 'C'],
  )
  const prestaShop = 'Product ID;Active (0/1);Name *;Reference #;Price tax included;Quantity\n4;1;Bol;;9,50;5\n'
  assert.deepEqual(
    (await products(prestaShop)).map(row => (row as string[])[0]),
    ['PS-4'],
  )
  assert.deepEqual(
    (await products('Type,SKU,Name,Regular price\nsimple,,Cap,16\nsimple,C,Hat,17\n')).map(row => (row as string[])[0]),
    [undefined, 'C'],
  )
})

test('Shopify: a product without another category → its type is the category', async () => {
  const text = `Handle,Title,Product Category,Type,Option1 Value,Variant SKU,Variant Price
mug,Mug,,Kitchen,Red,M-R,9
mug,,,,Blue,M-B,9
bag,Bag,Bags,Fabric,Default Title,B-1,9
`
  assert.deepEqual(
    (await products(text)).map(row => (row as string[])[2]),
    ['Kitchen', 'Kitchen', 'Bags'],
  )
})

test('Shopify: a draft is not on sale', async () => {
  const text = 'Handle,Title,Option1 Value,Variant SKU,Variant Price,Status\npot,Pot,Default Title,P-1,9,draft\n'
  assert.deepEqual(await products(text), [`2: ${NOT_ON_SALE}`])
})

test('WooCommerce: a variation → has the tax class of its product', async () => {
  const text = `ID,Type,SKU,Name,Published,Tax class,Regular price,Parent
7,variable,T,Tea,1,reduced-rate,,
8,variation,T-1,Tea,1,parent,4,T
9,simple,B,Bag,1,,16,
10,simple,S,Stamp,1,zero-rate,1,
`
  assert.deepEqual(
    (await products(text)).map(row => (row as string[]).at(-1)),
    ['reduced', 'standard', 'zero'],
  )
})

test('WooCommerce: a product with variants → only these are sold, in its category', async () => {
  const text = `${WOOCOMMERCE_COLUMNS}
7,variable,H,Hoodie,1,,Warm\\nand soft,1,,,"Clothing > Hoodies, Sale",,Color,"Blue, Green"
8,variation,H-B,"Hoodie - Blue",1,,,1,4,45,,H,Color,Blue
9,variation,H-G,"Hoodie - Green",1,,,1,3,45.50,,id:7,Color,Green
10,simple,C,Cap,1,,,1,2,16,"Clothing > Caps",,Color,Red
11,simple,D,Draft,0,,,1,2,16,Clothing,,,
`
  assert.deepEqual(await products(text), [
    ['H-B', 'Hoodie - Blue', 'Clothing > Hoodies', 4500, 4, 'Warm\nand soft', 'Hoodie', 'Color: Blue'],
    ['H-G', 'Hoodie - Green', 'Clothing > Hoodies', 4550, 3, 'Warm\nand soft', 'Hoodie', 'Color: Green'],
    ['C', 'Cap', 'Clothing > Caps', 1600, 2, undefined],
    `6: ${NOT_ON_SALE}`,
  ])
})

test('Magento: store views and parents → left out, the first category counts', async () => {
  const text = `sku,store_view_code,attribute_set_code,product_type,categories,name,description,price,product_online,qty
24-MB01,,Bag,simple,"Default Category/Gear/Bags,Default Category/Sale",Joust Duffle,<p>A bag</p>,34.0000,1,100.0000
24-MB01,de,Bag,simple,,Sporttasche,,,,
WH01,,Top,configurable,Default Category/Women,Hoodie,,,1,0.0000
24-MB02,,Bag,simple,Default Category/Gear,Off,,30.0000,2,1.0000
`
  assert.deepEqual(await products(text), [
    ['24-MB01', 'Joust Duffle', 'Gear > Bags', 3400, 100, 'A bag'],
    `5: ${NOT_ON_SALE}`,
  ])
})

test('Magento: dates → read as American, in other forms left out', async () => {
  const text = `sku,product_type,attribute_set_code,categories,name,price,created_at
A,simple,Bag,Default Category/Gear,Bag,34.0000,"1/7/24, 10:01\u202fAM"
B,simple,Bag,Default Category/Gear,Bag,34.0000,"12/31/23, 12:30 PM"
C,simple,Bag,Default Category/Gear,Bag,34.0000,31.12.23 12:30
`
  assert.deepEqual(
    (await products(text)).map(row => (row as string[])[6]),
    ['2024-01-07T10:01:00.000Z', '2023-12-31T12:30:00.000Z', undefined],
  )
})

test('PrestaShop: list and template → read, but never a price without VAT', async () => {
  const list = `"Product ID";"Image";"Name";"Reference";"Category";"Price (tax excl.)";"Price (tax incl.)";"Quantity";"Status";"Position"
"1";"x";"Hummingbird T-shirt";"demo_1";"Men";"€23.90";"€28.68";"1200";"1";"1"
"2";"x";"Hidden";"demo_2";"Men";"€1.00";"€1.20";"3";"0";"2"
`
  assert.deepEqual(await products(list), [
    ['demo_1', 'Hummingbird T-shirt', 'Men', 2868, 1200, undefined],
    `3: ${NOT_ON_SALE}`,
  ])
  const template = `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Reference #;Quantity;Description
1;1;T-shirt;Home,Clothes;23.90;demo_3;5;<p>Soft</p>
`
  assert.deepEqual(await products(template), [['demo_3', 'T-shirt', 'Clothes', undefined, 5, 'Soft']])
})

test('columns in German and French are understood', async () => {
  assert.deepEqual(await products('Artikelnummer;Bezeichnung;Kategorie;Preis;Bestand\nD-1;Kanne;Küche;9,50;3\n'), [
    ['D-1', 'Kanne', 'Küche', 950, 3, undefined],
  ])
  assert.deepEqual(await products('Référence;Nom;Catégorie;Prix TTC;Quantité\nF-1;Cruche;Cuisine;1 009,50;3\n'), [
    ['F-1', 'Cruche', 'Cuisine', 100950, 3, undefined],
  ])
})
