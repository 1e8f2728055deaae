/** The fields of the page "Accounting" of the settings. */
import type { Field } from '../../pages/field.ts'
import type { Shop } from '../../shop/settings.ts'

export const accountFields: Field[] = [
  {
    name: 'datevChart',
    label: 'Chart of accounts for DATEV',
    type: 'select',
    required: true,
    width: 'short',
    options: [
      { value: 'skr03', label: 'SKR03' },
      { value: 'skr04', label: 'SKR04' },
    ],
  },
  {
    name: 'datevConsultant',
    label: 'Number of the tax adviser at DATEV',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
    hint: 'Your adviser knows it (Beraternummer). With 0 it stays empty, and the adviser fills it in.',
  },
  {
    name: 'datevClient',
    label: 'Your number there',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
    hint: 'Mandantennummer.',
  },
  {
    name: 'accountNumbers',
    label: 'Accounts of your own',
    type: 'textarea',
    value: 'lines',
    rows: 4,
    hint: 'One on each line: the usual account, and yours, like 8400 = 8410. They count in files for DATEV and FEC.',
  },
]

export function accountValues({ datevChart, datevConsultant, datevClient, accountNumbers }: Shop) {
  return {
    datevChart,
    datevConsultant: String(datevConsultant),
    datevClient: String(datevClient),
    accountNumbers: accountNumbers.join('\n'),
  }
}
