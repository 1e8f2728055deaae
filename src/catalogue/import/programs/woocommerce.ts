/**
 * WooCommerce translates the names of its columns. English: `includes/export/class-wc-product-csv-exporter.php`; German and French: its
 * translations of 14 April 2023 (de_DE) and 17 August 2021 (fr_FR), and the names that exports of 2024 have beside them.
 */
import type { Cells } from '../prices.ts'
import { numbered, type Program, type Row } from './program.ts'
import {
  filledFrom,
  firstOf,
  groupNames,
  isOn,
  meantAs,
  NOT_ON_SALE,
  numberedSku,
  SOLD_ELSEWHERE,
  variantFields,
} from './rows.ts'

const ATTRIBUTES = 6
const SHARED_STOCK = 'stock is that of all variants together in the other shop. Enter a number for each'

export const wooCommerce: Program = {
  name: 'WooCommerce',
  columns: {
    '~id': ['ID'],
    '~type': ['Type', 'Typ'],
    sku: ['SKU', 'Artikelnummer', 'Art.-Nr.', 'UGS'],
    gtin: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN oder ISBN', 'GTIN, UPC, EAN ou ISBN'],
    name: ['Name', 'Nom'],
    '~published': ['Published', 'Veröffentlicht', 'Publié'],
    '~visibility': [
      'Visibility in catalog',
      'Sichtbarkeit im Katalog',
      'Katalogsichtbarkeit',
      'Visibilité dans le catalogue',
    ],
    '~short': ['Short description', 'Kurzbeschreibung', 'Description courte'],
    description: ['Description', 'Beschreibung'],
    sale_from: [
      'Date sale price starts',
      'Datum, an dem Angebotspreis beginnt',
      'Datum, an dem der Angebotspreis beginnt',
      'Angebotspreis gültig ab',
      'Date de début de promo',
    ],
    sale_until: [
      'Date sale price ends',
      'Datum, an dem Angebotspreis endet',
      'Datum, an dem der Angebotspreis endet',
      'Angebotspreis gültig bis',
      'Date de fin de promo',
    ],
    tax_class: ['Tax class', 'Steuerklasse', 'Classe de TVA', 'Classe TVA'],
    '~in stock': ['In stock?', 'Vorrätig?', 'En stock ?', 'En inventaire?'],
    stock: ['Stock', 'Lager', 'Lagerbestand', 'Bestand', 'Inventaire'],
    sale_amount: ['Sale price', 'Angebotspreis', 'Tarif promo', 'Prix de vente'],
    amount: ['Regular price', 'Regulärer Preis', 'Tarif régulier', 'Prix de base'],
    category: ['Categories', 'Kategorien', 'Catégories'],
    pictures: ['Images', 'Bilder'],
    '~parent': ['Parent', 'Übergeordnetes Produkt'],
    related: ['Upsells', 'Zusatzverkäufe', 'Produits suggérés'],
    goes_with: ['Cross-sells', 'Cross-Sells (Querverkäufe)', 'Ventes croisées'],
    brand: ['Brands', 'Marken', 'Marques'],
    ...numbered('~attribute # name', ATTRIBUTES, [
      'Attribute # name',
      'Attribut # Name',
      'Nom de l’attribut #',
      'Attribut # nom',
    ]),
    ...numbered('~attribute # value', ATTRIBUTES, [
      'Attribute # value(s)',
      'Attribut # Wert(e)',
      'Valeur(s) de l’attribut #',
      'Attribut # valeur(s)',
    ]),
  },
  isKnown: has => has('sku') && has('~type') && has('amount'),
  hidesVat: true,
  adapter: find => {
    const { at, cell } = find
    const nameFor = groupNames()
    const parents = new Map<string, readonly string[]>()
    const kept = ['category', 'description', 'brand'].map(at)
    const keep = (cells: readonly string[]) => {
      for (const name of [cell(cells, 'sku'), `id:${cell(cells, '~id')}`]) if (name) parents.set(name, cells)
      return undefined
    }
    const isHidden = (cells: readonly string[]) =>
      isOn(cell(cells, '~published')) === false || cell(cells, '~visibility').toLowerCase() === 'hidden'
    /** A stock that the product manages is shared by its variants there. */
    const stockOf = (cells: readonly string[]): Cells => {
      if (at('stock') < 0 || at('~in stock') < 0 || cell(cells, 'stock')) return {}
      return isOn(cell(cells, '~in stock')) === false ? { stock: '0' } : { stock_counted: 'no' }
    }
    const mistakeIn = (cells: readonly string[], source: readonly string[] | undefined) => {
      if (isHidden(cells) || (source && isHidden(source))) return NOT_ON_SALE
      if (/^external\b/i.test(cell(cells, '~type'))) return SOLD_ELSEWHERE
      return cell(cells, 'stock').toLowerCase() === 'parent' ? SHARED_STOCK : undefined
    }
    const taxOf = (cells: readonly string[], source: readonly string[] | undefined): Cells => {
      const own = cell(cells, 'tax_class')
      return at('tax_class') < 0
        ? {}
        : { tax_class: taxClassOf(own === 'parent' && source ? cell(source, 'tax_class') : own) }
    }
    const groupOf = (cells: readonly string[], source: readonly string[]): Cells => {
      const chosen = Array.from(
        { length: ATTRIBUTES },
        (_, n) => [cell(cells, `~attribute ${n + 1} name`), cell(cells, `~attribute ${n + 1} value`)] as const,
      )
      return variantFields(nameFor(cell(source, 'name'), cell(source, '~id') || cell(source, 'sku')), chosen)
    }
    const adapt = ({ cells, line }: Row) => {
      if (/^(variable|grouped)\b/i.test(cell(cells, '~type'))) return keep(cells)
      const source = parents.get(cell(cells, '~parent').replace(/^id:\s+/i, 'id:'))
      const mistake = mistakeIn(cells, source)
      if (mistake) return { mistake }
      const meant = filledFrom(source ?? [], cells, kept)
      return meantAs(
        { cells: meant, line },
        {
          sku: cell(cells, 'sku') || numberedSku('WOO', cell(cells, '~id')) || '',
          ...taxOf(cells, source),
          description: (cell(meant, 'description') || cell(cells, '~short')).replaceAll('\\n', '\n'),
          category: firstOf(cell(meant, 'category')),
          ...stockOf(cells),
          ...(source && groupOf(cells, source)),
        },
      )
    }
    return { adapt }
  },
}

/** `reduced-rate` and `zero-rate` are built in there; nothing and `standard` are the same. */
function taxClassOf(slug: string): string {
  const own = slug
    .toLowerCase()
    .replace(/-rate$/, '')
    .replaceAll('-', '_')
  return own || 'standard'
}
