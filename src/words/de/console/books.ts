/** Texts of src/console/books. */
export const booksTexts = {
  // Bank statements
  'To confirm': 'Zu bestätigen',
  Booked: 'Zugeordnet',
  'Set aside': 'Beiseitegelegt',
  'Noted before': 'Schon vermerkt',
  Upload: 'Hochladen',
  Transfers: 'Überweisungen',
  'No transfers here': 'Keine Überweisungen hier',
  'Upload a statement of your bank. What came in appears here.':
    'Laden Sie einen Kontoauszug Ihrer Bank hoch. Was einging, erscheint hier.',
  'File of your bank': 'Datei Ihrer Bank',
  'camt.053, camt.054 or MT940, up to 8 MB. Most banks call it “electronic statement”. The same file twice does no harm.':
    'camt.053, camt.054 oder MT940, bis 8 MB. Die meisten Banken nennen ihn „elektronischen Kontoauszug“. ' +
    'Dieselbe Datei zweimal schadet nicht.',
  'Read the statement': 'Kontoauszug einlesen',
  'Booked.': 'Zugeordnet.',
  'Order number': 'Bestellnummer',
  'Another order': 'Weitere Bestellung',
  'Book to these orders': 'Diesen Bestellungen zuordnen',
  'What it is': 'Was es ist',
  'Set aside.': 'Beiseitegelegt.',
  'Yes, it is the same': 'Ja, es ist dieselbe',
  'Nothing was booked again.': 'Nichts wurde noch einmal zugeordnet.',
  'Look at it again': 'Noch einmal ansehen',
  'It waits again.': 'Sie wartet wieder.',
  'Take this transfer back? Its orders are due again.':
    'Diese Überweisung zurücknehmen? Ihre Bestellungen sind dann wieder offen.',
  'Confirm the {total} sure ones': 'Die {total} sicheren bestätigen',
  'The sure transfers were booked.': 'Die sicheren Überweisungen wurden zugeordnet.',
  'Book all transfers whose reference and amount agree with an order?':
    'Alle Überweisungen zuordnen, deren Verwendungszweck und Betrag zu einer Bestellung passen?',
  '{total} of them changed meanwhile. Look at them again.':
    '{total} davon haben sich inzwischen geändert. Sehen Sie sie noch einmal an.',
  '{count} transfers are new.': {
    one: '{count} Überweisung ist neu.',
    other: '{count} Überweisungen sind neu.',
  },
  '{count} were known from a file before.': {
    one: '{count} war aus einer früheren Datei bekannt.',
    other: '{count} waren aus einer früheren Datei bekannt.',
  },
  '{count} entries bring no money, and were left out.': {
    one: '{count} Buchung bringt kein Geld und wurde ausgelassen.',
    other: '{count} Buchungen bringen kein Geld und wurden ausgelassen.',
  },
  '{sum} from {payer}': '{sum} von {payer}',
  'It matches no order.': 'Sie passt zu keiner Bestellung.',
  'Another order, or several': 'Eine andere Bestellung, oder mehrere',
  'It pays no order': 'Sie bezahlt keine Bestellung',
  'more than was due, so it goes back': 'mehr als offen war, geht also zurück',
  'The reference and the amount agree.': 'Verwendungszweck und Betrag stimmen überein.',
  'Somebody has noted a transfer of this amount before. Is it this one? Then nothing is booked again.':
    'Jemand hat eine Überweisung über diesen Betrag schon vermerkt. Ist es diese? Dann wird nichts noch ' +
    'einmal zugeordnet.',
  'The reference names this order, and the amount differs.':
    'Der Verwendungszweck nennt diese Bestellung, und der Betrag weicht ab.',
  'The reference names this order, of which nothing is due. All of it would go back.':
    'Der Verwendungszweck nennt diese Bestellung, von der nichts offen ist. Alles ginge zurück.',
  'A number in the text and the amount agree.': 'Eine Nummer im Text und der Betrag stimmen überein.',
  'The payer and the amount agree.': 'Zahler und Betrag stimmen überein.',
  '{sum} stays due.': '{sum} bleiben offen.',
  '{sum} goes back.': '{sum} gehen zurück.',

  // Invoices
  Series: 'Nummernkreis',
  'The last number that left the house': 'Die letzte Nummer, die das Haus verlassen hat',
  'Without prefix and year: 42 for R-2026-00042. Look into your sent emails.':
    'Ohne Präfix und Jahr: 42 für R-2026-00042. Sehen Sie in Ihren gesendeten E-Mails nach.',
  'Go on behind this number': 'Nach dieser Nummer fortfahren',
  "Is this the last one that a customer can have? You can't undo this.":
    'Ist das die letzte, die ein Kunde haben kann? Das lässt sich nicht rückgängig machen.',
  'Noted. Invoices are written again.': 'Vermerkt. Rechnungen werden wieder geschrieben.',
  'All documents (CSV)': 'Alle Belege (CSV)',
  'Sums (CSV)': 'Summen (CSV)',
  Number: 'Nummer',
  'Number, order or amount': 'Nummer, Bestellung oder Betrag',
  Found: 'Gefunden',
  'No document was found': 'Kein Beleg gefunden',
  'Type a number like R-2026-00001, an order like #42, or a total like 169.42.':
    'Geben Sie eine Nummer wie R-2026-00001, eine Bestellung wie #42 oder eine Summe wie 169,42 ein.',
  'Sales and VAT by month and country': 'Umsatz und Umsatzsteuer nach Monat und Land',
  'No invoices in this period': 'Keine Rechnungen in diesem Zeitraum',
  'They appear here as soon as orders are paid or shipped.':
    'Sie erscheinen hier, sobald Bestellungen bezahlt oder versendet sind.',
  'Newest documents': 'Neueste Belege',
  'The database was set back, and may have forgotten invoices that customers have. New ones wait until you say which number was the last.':
    'Die Datenbank wurde zurückgesetzt und kann Rechnungen vergessen haben, die Kunden haben. Neue warten, ' +
    'bis Sie angeben, welche Nummer die letzte war.',
  'Series that wait': 'Wartende Nummernkreise',
  'Last number that the database knows': 'Letzte Nummer, die die Datenbank kennt',
  'The numbers wait': 'Die Nummern warten',
  Month: 'Monat',
  unknown: 'unbekannt',
  'VAT rate': 'Umsatzsteuersatz',
  Documents: 'Belege',
  'With VAT': 'Mit Umsatzsteuer',
  Kind: 'Art',
  Invoice: 'Rechnung',
  'Credit note': 'Gutschrift',
  'Each file has the invoices and credit notes from {first} to {last}: the days that you have chosen above, in one year. Accounts can be changed under <a>Accounting</a>. Payments are not in them.':
    'Jede Datei enthält die Rechnungen und Gutschriften vom {first} bis {last}: die oben gewählten Tage, ' +
    'innerhalb eines Jahres. Konten lassen sich unter <a>Buchhaltung</a> ändern. Zahlungen sind nicht ' +
    'enthalten.',
  '{total} in other currencies than euros are left out.': '{total} in anderen Währungen als Euro sind ausgelassen.',
  'DATEV booking batch': 'DATEV-Buchungsstapel',
  'French file of bookings (FEC)': 'Französische Buchungsdatei (FEC)',
  'Files for accounting programs': 'Dateien für Buchhaltungsprogramme',
} as const
