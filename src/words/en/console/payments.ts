import type { Plural } from '../../text.ts'

/** Texts of src/console/payments that English says differently for one. */
export const paymentsSingulars: Readonly<Record<string, Plural>> = {
  '{count} events of the provider are about payments that this shop does not know. Another shop may use the same account, or the database was set back.':
    {
      one:
        '{count} event of the provider is about payments that this shop does not know. Another shop may use the ' +
        'same account, or the database was set back.',
      other:
        '{count} events of the provider are about payments that this shop does not know. Another shop may use ' +
        'the same account, or the database was set back.',
    },
  'Tried {count} times.': { one: 'Tried {count} time.', other: 'Tried {count} times.' },
}
