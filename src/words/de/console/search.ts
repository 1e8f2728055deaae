/** Texts of src/console/search. */
export const searchTexts = {
  'Type any part of a name, an email address, a city or an SKU, the number of an order, an invoice or a parcel, what a transfer says, or an amount, like 169.42.':
    'Geben Sie einen Teil eines Namens, einer E-Mail-Adresse, eines Orts oder einer SKU ein, die Nummer ' +
    'einer Bestellung, einer Rechnung oder eines Pakets, den Text einer Überweisung oder einen Betrag wie ' +
    '169,42.',
  'Invoices and credit notes': 'Rechnungen und Gutschriften',
  'Orders of the former shop': 'Bestellungen des früheren Shops',
  'Nothing was found': 'Nichts gefunden',
  'Check the spelling, or type fewer letters.': 'Prüfen Sie die Schreibweise, oder geben Sie weniger Buchstaben ein.',
  'All that match': 'Alle Treffer',
} as const
