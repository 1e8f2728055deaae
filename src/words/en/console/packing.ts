import type { Plural } from '../../text.ts'

/** Texts of src/console/packing that English says differently for one. */
export const packingSingulars: Readonly<Record<string, Plural>> = {
  '{total} orders being prepared.': { one: '{total} order being prepared.', other: '{total} orders being prepared.' },
  '{total} orders marked as shipped.': {
    one: '{total} order marked as shipped.',
    other: '{total} orders marked as shipped.',
  },
  '{total} orders will be marked as shipped.': {
    one: '{total} order will be marked as shipped.',
    other: '{total} orders will be marked as shipped.',
  },
  '{total} orders marked as delivered.': {
    one: '{total} order marked as delivered.',
    other: '{total} orders marked as delivered.',
  },
  '{total} orders marked as paid.': { one: '{total} order marked as paid.', other: '{total} orders marked as paid.' },
  '{total} orders put back.': { one: '{total} order put back.', other: '{total} orders put back.' },
  '{total} orders had left without a number.': {
    one: '{total} order had left without a number.',
    other: '{total} orders had left without a number.',
  },
  '{total} orders had this number already. Nothing changes.': {
    one: '{total} order had this number already. Nothing changes.',
    other: '{total} orders had this number already. Nothing changes.',
  },
  '{total} orders will stay as they are.': {
    one: '{total} order will stay as it is.',
    other: '{total} orders will stay as they are.',
  },
  '{total} orders stayed as they were.': {
    one: '{total} order stayed as it was.',
    other: '{total} orders stayed as they were.',
  },
  'Files with {total} parcels for the programs of carriers. The reference is the number of the order, so that their file with the parcel numbers can be read here.':
    {
      one:
        'Files with {total} parcel for the programs of carriers. The reference is the number of the order, so ' +
        'that their file with the parcel numbers can be read here.',
      other:
        'Files with {total} parcels for the programs of carriers. The reference is the number of the order, so ' +
        'that their file with the parcel numbers can be read here.',
    },
  '{total} things to look at': { one: '{total} thing to look at', other: '{total} things to look at' },
}
