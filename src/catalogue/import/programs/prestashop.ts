/**
 * PrestaShop 1.7 to 9. The list of its back office is exported with translated names (French: its translation files, `AdminCatalogFeature`
 * and `AdminGlobal` of fr-FR); its import template has names like `Active (0/1)` (docs/csv_import/products_import.csv).
 */
import type { Cells } from '../prices.ts'
import type { Program, Row } from './program.ts'
import { firstOf, isOn, meantAs, NOT_ON_SALE, numberedSku } from './rows.ts'

export const prestaShop: Program = {
  name: 'PrestaShop',
  columns: {
    '~id': ['Product ID', 'ID produit', 'Produkt-ID', 'ID', 'id_product'],
    '~active': ['Active (0/1)', 'Actif (0/1)', 'Aktiv (0/1)', 'Status', 'État', 'Statut'],
    name: ['Name *', 'Nom *', 'Name', 'Nom'],
    sku: [
      'Reference #',
      'Référence #',
      'Referenz #',
      'Reference',
      'Référence',
      'Referenz',
      'Artikel-Nr.',
      'Artikelnummer',
    ],
    '~list': ['Categories (x,y,z...)', 'Catégories (x,y,z...)', 'Kategorien (x,y,z...)'],
    category: ['Category', 'Catégorie', 'Kategorie'],
    net_amount: [
      'Price (tax excl.)',
      'Price tax excluded',
      'Montant HT',
      'Prix (HT)',
      'Prix HT',
      'Prix hors taxes',
      'Preis (zzgl. MwSt.)',
      'Preis (exkl. MwSt.)',
      'Preis (ohne MwSt.)',
    ],
    amount: [
      'Price (tax incl.)',
      'Price tax included',
      'Montant TTC',
      'Prix (TTC)',
      'Prix TTC',
      'Prix toutes taxes comprises',
      'Preis (inkl. MwSt.)',
    ],
    stock: ['Quantity', 'Quantité', 'Menge', 'Anzahl'],
    '~off': ['Discount amount', 'Montant de la remise'],
    '~off percent': ['Discount percent', 'Pourcentage de remise'],
    sale_from: ['Discount from (yyyy-mm-dd)', 'Remise du (aaaa-mm-jj)'],
    sale_until: ['Discount to (yyyy-mm-dd)', 'Remise au (aaaa-mm-jj)'],
    '~summary': ['Summary', 'Récapitulatif', 'Résumé', 'Zusammenfassung'],
    description: ['Description', 'Beschreibung'],
    brand: ['Manufacturer', 'Brand', 'Marque', 'Marke', 'Fabricant', 'Hersteller'],
    gtin: ['EAN13', 'EAN-13'],
    pictures: ['Image URLs (x,y,z...)', 'URL des images (x,y,z...)', 'Bild-URLs (x,y,z...)'],
  },
  isKnown: has => has('~active') && has('sku') && has('name') && (has('net_amount') || has('amount')),
  adapter: ({ at, cell }) => {
    const categoryOf = (cells: readonly string[]): Cells => {
      const list = cell(cells, '~list').replace(/^(Home|Accueil|Startseite)\s*,\s*(?=\S)/i, '')
      return list ? { category: firstOf(list) } : {}
    }
    const adapt = (row: Row) => {
      const { cells } = row
      if (isOn(cell(cells, '~active')) === false) return { mistake: NOT_ON_SALE }
      return meantAs(row, {
        sku: cell(cells, 'sku') || numberedSku('PS', cell(cells, '~id')) || '',
        ...categoryOf(cells),
        ...(!cell(cells, 'description') && cell(cells, '~summary') && { description: cell(cells, '~summary') }),
        ...saleOf(cell(cells, 'amount'), cell(cells, '~off'), cell(cells, '~off percent'), at('amount') >= 0),
      })
    }
    return { adapt }
  },
}

/** A discount is taken off the price with VAT. */
function saleOf(amount: string, off: string, percent: string, isGross: boolean): Cells {
  const [price, sum, part] = [amount, off, percent].map(text => Number(text.replace(',', '.')))
  if (!isGross || !price || !(sum! > 0 || part! > 0)) return {}
  const sale = sum! > 0 ? price - sum! : price * (1 - part! / 100)
  return sale > 0 ? { sale_amount: sale.toFixed(2) } : {}
}
