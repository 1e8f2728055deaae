/** Texts of src/console/packing and src/console/notes. */
export const packingTexts = {
  // Many orders at once, and parcel numbers
  'There is no such batch.': 'Diesen Stapel gibt es nicht.',
  'Ship these orders': 'Diese Bestellungen versenden',
  'Correct them': 'Korrigieren',
  'Check the parcel numbers': 'Sendungsnummern prüfen',
  'Orders under way': 'Bestellungen in Arbeit',
  'Taken back': 'Zurückgenommen',
  'Orders being prepared': 'Bestellungen in Vorbereitung',
  'Orders shipped': 'Bestellungen versendet',
  'Orders delivered': 'Bestellungen geliefert',
  'Orders paid': 'Bestellungen bezahlt',
  '{done} of {total} orders are done. You can leave this page; the work goes on.':
    '{done} von {total} Bestellungen sind erledigt. Sie können diese Seite verlassen; die Arbeit geht weiter.',
  'Show how far it is': 'Stand anzeigen',
  '{total} orders being prepared.': {
    one: '{total} Bestellung in Vorbereitung.',
    other: '{total} Bestellungen in Vorbereitung.',
  },
  '{total} orders marked as shipped.': {
    one: '{total} Bestellung als versendet markiert.',
    other: '{total} Bestellungen als versendet markiert.',
  },
  '{total} orders will be marked as shipped.': {
    one: '{total} Bestellung wird als versendet markiert.',
    other: '{total} Bestellungen werden als versendet markiert.',
  },
  '{total} orders marked as delivered.': {
    one: '{total} Bestellung als geliefert markiert.',
    other: '{total} Bestellungen als geliefert markiert.',
  },
  '{total} orders marked as paid.': {
    one: '{total} Bestellung als bezahlt markiert.',
    other: '{total} Bestellungen als bezahlt markiert.',
  },
  '{total} orders put back.': {
    one: '{total} Bestellung zurückgesetzt.',
    other: '{total} Bestellungen zurückgesetzt.',
  },
  '{total} orders had left without a number.': {
    one: '{total} Bestellung war ohne Nummer versendet.',
    other: '{total} Bestellungen waren ohne Nummer versendet.',
  },
  'They will get it.': 'Die Nummer wird eingetragen.',
  'They have it now.': 'Die Nummer ist jetzt eingetragen.',
  '{total} orders had this number already. Nothing changes.': {
    one: '{total} Bestellung hatte diese Nummer schon. Nichts ändert sich.',
    other: '{total} Bestellungen hatten diese Nummer schon. Nichts ändert sich.',
  },
  '{total} orders will stay as they are.': {
    one: '{total} Bestellung bleibt, wie sie ist.',
    other: '{total} Bestellungen bleiben, wie sie sind.',
  },
  '{total} orders stayed as they were.': {
    one: '{total} Bestellung blieb, wie sie war.',
    other: '{total} Bestellungen blieben, wie sie waren.',
  },
  'There is nothing to ship in this file.': 'In dieser Datei gibt es nichts zu versenden.',
  'Another file': 'Eine andere Datei',
  'It was taken back.': 'Es wurde zurückgenommen.',
  'Orders that stay': 'Bestellungen, die bleiben',
  'All other orders': 'Alle anderen Bestellungen',
  Waiting: 'Wartet',
  Moves: 'Geht weiter',
  'Gets its number': 'Erhält ihre Nummer',
  'Has it already': 'Hat sie schon',
  Stays: 'Bleibt',
  Outcome: 'Ergebnis',
  'Files with {total} parcels for the programs of carriers. The reference is the number of the order, so that their file with the parcel numbers can be read here.':
    {
      one:
        'Dateien mit {total} Paket für die Programme von Versanddiensten. Die Referenz ist die Bestellnummer, ' +
        'damit sich deren Datei mit den Sendungsnummern hier einlesen lässt.',
      other:
        'Dateien mit {total} Paketen für die Programme von Versanddiensten. Die Referenz ist die Bestellnummer, ' +
        'damit sich deren Datei mit den Sendungsnummern hier einlesen lässt.',
    },
  '{total} without a delivery address, or collected, are left out.':
    '{total} ohne Lieferadresse oder mit Abholung sind ausgelassen.',
  'File for {program}': 'Datei für {program}',
  'The program reads at most {most} rows at once; these are {rows}.':
    'Das Programm liest höchstens {most} Zeilen auf einmal; dies sind {rows}.',
  '{total} things to look at': {
    one: '{total} Punkt zu prüfen',
    other: '{total} Punkte zu prüfen',
  },
  'and {total} more': 'und {total} weitere',
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'Scan or type the number of each parcel. Orders without a number stay as they are.':
    'Scannen oder tippen Sie die Nummer jedes Pakets. Bestellungen ohne Nummer bleiben, wie sie sind.',
  'Read them from a file': 'Aus einer Datei einlesen',
  'These are the first {most} of {total} orders.': 'Dies sind die ersten {most} von {total} Bestellungen.',
  'Parcel numbers from a file': 'Sendungsnummern aus einer Datei',
  'Programs of carriers write the numbers back as a CSV file. One column has the parcel number, and another one the number of the order or the reference that we gave the carrier. You see what will happen before anything is sent.':
    'Programme von Versanddiensten geben die Nummern als CSV-Datei zurück. Eine Spalte enthält die ' +
    'Sendungsnummer, eine andere die Bestellnummer oder die Referenz, die wir dem Versanddienst gegeben ' +
    'haben. Sie sehen, was geschieht, bevor etwas versendet wird.',
  'File of the carrier’s program': 'Datei aus dem Programm des Versanddienstes',
  'CSV, up to 2,000 rows. The same file twice does no harm.':
    'CSV, bis zu 2.000 Zeilen. Dieselbe Datei zweimal schadet nicht.',
  'Read the file': 'Datei einlesen',

  // Notes and tags
  'Keep the note': 'Notiz speichern',
  'Note kept. No customer reads it.': 'Notiz gespeichert. Kein Kunde liest sie.',
  'Remove this note for good?': 'Diese Notiz endgültig entfernen?',
  'Note removed.': 'Notiz entfernt.',
  Tag: 'Schlagwort',
  'Add the tag': 'Schlagwort hinzufügen',
  'Tag added. No customer reads it.': 'Schlagwort hinzugefügt. Kein Kunde liest es.',
  'Tag removed.': 'Schlagwort entfernt.',
  'Somebody who is gone': 'Jemand, der nicht mehr da ist',
  'Notes and tags': 'Notizen und Schlagwörter',
  'Only staff read them here. Customers get them when they ask for a copy of their data.':
    'Hier lesen sie nur Mitarbeiter. Kunden erhalten sie, wenn sie eine Kopie ihrer Daten verlangen.',
} as const
