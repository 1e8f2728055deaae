/** The frame of every page, and the legal pages. */
export const common = {
  'Skip to content': 'Zum Inhalt springen',
  Shop: 'Shop',
  Search: 'Suchen',
  'Search the shop': 'Den Shop durchsuchen',
  Menu: 'Menü',
  Main: 'Hauptnavigation',
  Products: 'Produkte',
  Contact: 'Kontakt',
  Console: 'Konsole',
  Account: 'Konto',
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  "You're signed out.": 'Sie sind abgemeldet.',
  Orders: 'Bestellungen',
  Cart: 'Warenkorb',
  '{count} items': { one: '{count} Artikel', other: '{count} Artikel' },
  'Create an account': 'Konto anlegen',
  Language: 'Sprache',
  'Demo shop': 'Demo-Shop',
  'Demo shop: nothing is charged and nothing is delivered. <a>Open the inbox</a>':
    'Demo-Shop: Es wird nichts berechnet und nichts geliefert. <a>Posteingang öffnen</a>',
  Home: 'Startseite',

  // The legal pages, and who sells
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
