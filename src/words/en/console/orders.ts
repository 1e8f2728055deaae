import type { Plural } from '../../text.ts'

/** Texts of src/console/orders that English says differently for one. */
export const ordersSingulars: Readonly<Record<string, Plural>> = {
  '{total} pieces': { one: '{total} piece', other: '{total} pieces' },
  '{total} orders marked as paid:': { one: '{total} order marked as paid:', other: '{total} orders marked as paid:' },
  '{total} orders being prepared:': { one: '{total} order being prepared:', other: '{total} orders being prepared:' },
  '{total} orders marked as shipped:': {
    one: '{total} order marked as shipped:',
    other: '{total} orders marked as shipped:',
  },
  '{total} orders marked as delivered:': {
    one: '{total} order marked as delivered:',
    other: '{total} orders marked as delivered:',
  },
  '{total} orders moved on:': { one: '{total} order moved on:', other: '{total} orders moved on:' },
  '{total} orders put back:': { one: '{total} order put back:', other: '{total} orders put back:' },
  '{total} orders could not move:': { one: '{total} order could not move:', other: '{total} orders could not move:' },
  '{total} orders could not be marked as paid:': {
    one: '{total} order could not be marked as paid:',
    other: '{total} orders could not be marked as paid:',
  },
  '{total} orders could not be put back:': {
    one: '{total} order could not be put back:',
    other: '{total} orders could not be put back:',
  },
  '{total} emails had gone out: tell the customer:': {
    one: '{total} email had gone out: tell the customer:',
    other: '{total} emails had gone out: tell the customer:',
  },
}
