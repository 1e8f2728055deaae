/** The legal pages, and who sells. */
export const shop = {
  Imprint: 'Impressum',
  Terms: 'AGB',
  Privacy: 'Datenschutz',
  Withdrawal: 'Widerrufsrecht',
  Delivery: 'Lieferung',
  'Terms of this order': 'AGB dieser Bestellung',
  'This text is no longer in force. <a>Read the current one</a>.':
    'Dieser Text gilt nicht mehr. <a>Den aktuellen lesen</a>.',
  'Published on {day}.': 'Veröffentlicht am {day}.',
  "We can't find this page. The shop has not published it.":
    'Diese Seite gibt es nicht. Der Shop hat sie nicht veröffentlicht.',
  'Delivery time': 'Lieferzeit',
  'VAT ID {vatId}': 'USt-IdNr. {vatId}',
} as const
