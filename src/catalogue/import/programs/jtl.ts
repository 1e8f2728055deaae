/**
 * JTL-Wawi. JTL-Ameise lets people choose the columns and names them in German (guide.jtl-software.com, "Artikelstammdaten", "Variations­
 * kombinationen importieren"). A child names its father by his number, and an article in several categories has several rows.
 */
import { numbered, type Program, type Row } from './program.ts'
import { groupNames, isOn, meantAs, NOT_ON_SALE, pictureList, variantFields } from './rows.ts'

const JTL_OPTIONS = 3

export const jtl: Program = {
  name: 'JTL',
  columns: {
    sku: ['Artikelnummer'],
    name: ['Artikelname', 'Artikelname (deutsch)', 'Name'],
    description: ['Beschreibung', 'Artikelbeschreibung'],
    '~short': ['Kurzbeschreibung'],
    amount: ['Brutto-VK', 'Std. VK Brutto', 'VK Brutto', 'Standardpreis Brutto', 'Bruttopreis'],
    net_amount: ['Netto-VK', 'Std. VK Netto', 'VK Netto', 'Standardpreis Netto', 'Nettopreis'],
    stock: ['Lagerbestand Gesamt', 'Verfügbar', 'Lagerbestand', 'Bestand'],
    '~counted': ['Lagerbestandsführung aktiv', 'Lagerführung aktiv', 'Bestandsführung aktiv'],
    '~active': ['Aktiv', 'Artikel aktiv'],
    ...numbered('~level #', 5, ['Kategorie Ebene #']),
    category: ['Kategorie', 'Warengruppe'],
    '~is father': ['Ist Vaterartikel'],
    '~father': ['Identifizierungsspalte Vaterartikel', 'Vaterartikel'],
    ...numbered('~option # name', JTL_OPTIONS, ['Variationsname #', ...(['Variationsname'] as const)]),
    ...numbered('~option # value', JTL_OPTIONS, [
      'Variationswertname #',
      'Variationswert #',
      ...(['Variationswertname'] as const),
    ]),
    brand: ['Hersteller'],
    mpn: ['HAN'],
    gtin: ['GTIN', 'EAN', 'EAN/Barcode'],
  },
  isKnown: has => has('sku') && has('name') && (has('~father') || has('~level 1') || has('~counted')),
  adapter: ({ cell, like }) => {
    const nameFor = groupNames()
    const pictures = like(/^(?:bild(?: pfad\/url)?|bild-url) ?\d+$/i)
    const fathers = new Map<string, readonly string[]>()
    const seen = new Set<string>()
    const adapt = (row: Row) => {
      const sku = cell(row.cells, 'sku')
      const father = fathers.get(cell(row.cells, '~father'))
      if (isOn(cell(row.cells, '~is father'))) return void fathers.set(sku, row.cells)
      // One row for each of its categories: the first is its own.
      if (seen.has(sku)) return undefined
      seen.add(sku)
      if ([row.cells, father ?? []].some(cells => isOn(cell(cells, '~active')) === false))
        return { mistake: NOT_ON_SALE }
      const levels = (cells: readonly string[]) =>
        Array.from({ length: 5 }, (_, n) => cell(cells, `~level ${n + 1}`)).filter(Boolean)
      const path = [levels(row.cells), levels(father ?? [])].find(list => list.length > 0)
      const chosen = Array.from(
        { length: JTL_OPTIONS },
        (_, n) =>
          [
            cell(row.cells, `~option ${n + 1} name`) || cell(father ?? [], `~option ${n + 1} name`),
            cell(row.cells, `~option ${n + 1} value`),
          ] as const,
      )
      return meantAs(row, {
        name: cell(row.cells, 'name') || cell(father ?? [], 'name'),
        description: cell(row.cells, 'description') || cell(father ?? [], 'description') || cell(row.cells, '~short'),
        ...(path && { category: path.join(' > ') }),
        pictures: pictureList(pictures.map(({ index }) => row.cells[index] ?? '')),
        ...(isOn(cell(row.cells, '~counted')) === false && { stock: '', stock_counted: 'no' }),
        ...(father && variantFields(nameFor(cell(father, 'name'), cell(father, 'sku')), chosen)),
      })
    }
    return { adapt }
  },
}
