import type { Plural } from '../../../text.ts'

/** Texts of the console about imports of products and their lists that English says differently for one. */
export const fileSingulars: Readonly<Record<string, Plural>> = {
  '{number} products to add': { one: '{number} product to add', other: '{number} products to add' },
  '{number} products to change': { one: '{number} product to change', other: '{number} products to change' },
  '{number} products as before': { one: '{number} product as before', other: '{number} products as before' },
  '{number} products added': { one: '{number} product added', other: '{number} products added' },
  '{number} products changed': { one: '{number} product changed', other: '{number} products changed' },
  '{number} products are as they were before': {
    one: '{number} product is as it was before',
    other: '{number} products are as they were before',
  },
  '{number} rows are refused': { one: '{number} row is refused', other: '{number} rows are refused' },
  '{number} rows were refused': { one: '{number} row was refused', other: '{number} rows were refused' },
  'The file names {number} pictures by their addresses. Semel can fetch them after the import.': {
    one: 'The file names a picture by its address. Semel can fetch it after the import.',
    other: 'The file names {number} pictures by their addresses. Semel can fetch them after the import.',
  },
  '{number} more lines cannot be read.': {
    one: '{number} more line cannot be read.',
    other: '{number} more lines cannot be read.',
  },
  '{number} columns are not read': { one: '{number} column is not read', other: '{number} columns are not read' },
  '{number} pictures are still to be fetched.': {
    one: 'A picture is still to be fetched.',
    other: '{number} pictures are still to be fetched.',
  },
  '{number} products on sale': { one: '{number} product on sale', other: '{number} products on sale' },
  '{total} products changed.': { one: '{total} product changed.', other: '{total} products changed.' },
  '{total} products stayed as they were:': {
    one: '{total} product stayed as it was:',
    other: '{total} products stayed as they were:',
  },
}
