/** Names of the columns of a product file, beside those of the API. */
import { ATTRIBUTE_NAMES } from '../../attributes/table.ts'
import { namesOf } from '../attribute-cells.ts'
import { foldedNames, foldName } from '../programs/program.ts'
import { PROGRAMS } from '../programs/table.ts'
import { type Field, IMPORT_FIELDS } from './fields.ts'

/** Codes, which people write in any case, and words for them in the languages of the shop. */
export const CODES: Partial<Record<Field, (cell: string) => string>> = {
  currency: cell => CURRENCY_SIGNS[cell.trim().toUpperCase()] ?? cell.trim().toUpperCase(),
  status: cell => STATUS_WORDS.get(foldName(cell)) ?? cell.trim().toLowerCase(),
}

/** Words of one currency only. A sign alone is asked for: `$` and `kr` are those of several. */
const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  ...{ EURO: 'EUR', EUROS: 'EUR', 'EUR €': 'EUR', '€ EUR': 'EUR' },
  ...{ 'GBP £': 'GBP', ZŁ: 'PLN', KČ: 'CZK', SFR: 'CHF', 'SFR.': 'CHF' },
}

const STATUS_WORDS = new Map(
  Object.entries({
    active: 'active|aktiv|actif|in stock|auf lager|lieferbar|verfügbar|available|en stock|disponible',
    out_of_stock:
      'out of stock|sold out|unavailable|ausverkauft|vergriffen|nicht lieferbar|nicht auf lager|nicht verfügbar|épuisé|' +
      'en rupture|en rupture de stock|rupture de stock|indisponible',
    coming_soon: 'coming soon|demnächst|bald verfügbar|bientôt|bientôt disponible',
    discontinued: 'discontinued|eingestellt|auslaufartikel|nicht mehr lieferbar|abandonné|arrêté',
  }).flatMap(([status, words]) => words.split('|').map(word => [foldName(word), status] as const)),
)

/**
 * Names as people of the shop's languages write them, and as programs do that are not in `programs/`. The first one that a file has is
 * read, unless it has the column itself.
 */
const ALIASES: Partial<Record<Field, readonly string[]>> = {
  sku: [
    'variant sku',
    'reference',
    'reference #',
    'artikelnummer',
    'référence',
    ...['artikel-nr.', 'artikelnr.', 'item number', 'item sku', 'product sku', 'product code', 'code article'],
  ],
  name: [
    'title',
    'name *',
    'bezeichnung',
    'artikelname',
    'nom',
    ...['product name', 'item name', 'produktname', 'artikelbezeichnung', 'nom du produit', 'désignation', 'libellé'],
  ],
  description: ['body (html)', 'beschreibung', 'product description', 'artikelbeschreibung', 'produktbeschreibung'],
  category: [
    'product category',
    'categories',
    'categories (x,y,z...)',
    'type',
    'kategorie',
    'catégorie',
    ...['kategorien', 'catégories', 'warengruppe', 'produktkategorie', 'rubrique'],
  ],
  currency: ['währung', 'devise', 'currency code'],
  stock: [
    'variant inventory qty',
    'inventory quantity',
    'qty',
    'quantity',
    'bestand',
    'lagerbestand',
    'quantité',
    ...['stock quantity', 'stock level', 'menge', 'stückzahl', 'quantité en stock', 'lagerbestand gesamt'],
  ],
  pictures: ['image src', 'product image url', 'images', 'image urls (x,y,z...)', 'bilder'],
  amount: [
    'variant price',
    'regular price',
    'price (tax incl.)',
    'price tax included',
    'preis',
    'verkaufspreis',
    'prix',
    'prix ttc',
    ...[
      'preis (inkl. mwst.)',
      'preis inkl. mwst.',
      'bruttopreis',
      'preis brutto',
      'brutto-vk',
      'prix de vente',
      'prix de vente ttc',
    ],
    ...['montant ttc', 'price incl. vat', 'gross price', 'retail price', 'selling price', 'price gross'],
  ],
  net_amount: [
    'price (tax excl.)',
    'price tax excluded',
    'price excl. vat',
    'net price',
    'price net',
    ...[
      'nettopreis',
      'preis netto',
      'netto-vk',
      'preis (exkl. mwst.)',
      'preis (zzgl. mwst.)',
      'prix ht',
      'montant ht',
      'prix de vente ht',
    ],
  ],
  sale_amount: [
    'sale price',
    'special_price',
    'angebotspreis',
    'aktionspreis',
    'prix promotionnel',
    'prix promo',
    'tarif promo',
  ],
  sale_from: ['date sale price starts', 'special_price_from_date', 'angebot ab', 'aktion ab', 'début de la promotion'],
  sale_until: ['date sale price ends', 'special_price_to_date', 'angebot bis', 'aktion bis', 'fin de la promotion'],
}

type Names = {
  aliases: Partial<Record<Field, readonly string[]>>
  /** Fields and aliases, and both folded with the names of all programs. */
  exact: ReadonlySet<string>
  all: ReadonlySet<string>
}

let known: Names | undefined

/** Made for the first file, because the labels of attributes load the words of each language. */
export function columnNames(): Names {
  if (known) return known
  const aliases = { ...Object.fromEntries(ATTRIBUTE_NAMES.map(name => [name, namesOf(name)])), ...ALIASES }
  const exact = new Set<string>([...IMPORT_FIELDS, ...Object.values(aliases).flat()])
  known = { aliases, exact, all: new Set([...[...exact].map(foldName), ...foldedNames(PROGRAMS)]) }
  return known
}
