/** The fields of the shop's own carriers. */
import type { Field } from '../../pages/field.ts'
import { MOST_CARRIERS } from '../../shop/own-carriers.ts'
import type { Shop } from '../../shop/settings.ts'

export const carrierFields: readonly Field[] = Array.from({ length: MOST_CARRIERS }, (_, index): Field[] => {
  const row = { group: `Carrier ${index + 1}` }
  return [
    { ...row, name: `carriers.${index}.code`, label: 'Code', type: 'hidden', empty: 'keep' },
    { ...row, name: `carriers.${index}.name`, label: 'Name', type: 'text', empty: 'keep' },
    {
      ...row,
      name: `carriers.${index}.link`,
      label: 'Page of a parcel',
      type: 'text',
      empty: 'keep',
      hint: 'https://… with {number} where the number stands. {postcode} and {country} of the delivery are possible too.',
    },
  ]
}).flat()

export function carrierValues({ carriers }: Shop): Record<string, string> {
  const rows = carriers.flatMap(({ code, name, link }, index) => [
    [`carriers.${index}.code`, code],
    [`carriers.${index}.name`, name],
    [`carriers.${index}.link`, link],
  ])
  return Object.fromEntries(rows)
}
