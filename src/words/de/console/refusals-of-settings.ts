/** Reasons why the API did not do what staff asked for: products, prices, people, messages and settings. Browsers have these words. */
export const refusalsOfSettings = {
  '{label} must be a date like 2026-01-31': '{label} muss ein Datum wie 2026-01-31 sein',
  '{label} must be a number': '{label} muss eine Zahl sein',
  '{label} must have digits only': '{label} darf nur Ziffern enthalten',
  '{label} must be a web address like https://example.com/label':
    '{label} muss eine Webadresse wie https://example.com/label sein',
  '{label} must be an address like https://example.com/webhooks':
    '{label} muss eine Adresse wie https://example.com/webhooks sein',
  '{label} must be a scheme and an address, such as 0208:0123456789':
    '{label} muss aus einem Schema und einer Adresse bestehen, etwa 0208:0123456789',
  '{label} must have 8 or 11 letters and digits, like COBADEFFXXX':
    '{label} muss 8 oder 11 Buchstaben und Ziffern haben, etwa COBADEFFXXX',
  '{label} must be a color like #0f5a48: # and six digits or letters from a to f':
    '{label} muss eine Farbe wie #0f5a48 sein: # und sechs Ziffern oder Buchstaben von a bis f',
  '{label} is too light to be read: its contrast on the page is {ratio} to 1, and must be at least 4.5 to 1. Choose a darker color':
    '{label} hat auf der Seite einen Kontrast von {ratio} zu 1, nötig sind mindestens 4,5 zu 1. Wählen Sie eine dunklere Farbe',
  '{label} is too dark: the contrast of errors on it is {ratio} to 1, and must be at least 4.5 to 1. Choose a lighter color':
    '{label} gibt Fehlermeldungen einen Kontrast von {ratio} zu 1, nötig sind mindestens 4,5 zu 1. Wählen Sie eine hellere Farbe',
  '{label} is not possible for the first entry: there is none above it':
    '{label} ist beim ersten Eintrag nicht möglich: Über ihm steht keiner',
  '{label} must begin with https:// or mailto:, or with / for a page of the shop':
    '{label} muss mit https:// oder mailto: beginnen, oder mit / für eine Seite des Shops',
  '{label} must be two accounts, like 8400 = 8410': '{label} muss aus zwei Konten bestehen, etwa 8400 = 8410',
  '{label} must be the two letters of a country, like FR':
    '{label} muss aus den zwei Buchstaben eines Landes bestehen, etwa FR',
  '{label} must be three capital letters like EUR': '{label} muss aus drei Großbuchstaben wie EUR bestehen',
  '{label} must be the first six digits of the customs tariff number, like 6109.10':
    '{label} muss aus den ersten sechs Ziffern der Zolltarifnummer bestehen, etwa 6109.10',
  '{label} is named twice': '{label} ist doppelt benannt',
  '{label} is required with an amount': '{label} ist bei einem Betrag nötig',
  '{label} is required, or another one': '{label} oder ein anderes Feld muss ausgefüllt sein',
  '{label} must differ from the prefix of the other documents':
    '{label} muss sich vom Präfix der anderen Dokumente unterscheiden',
  '{label} must be a JPEG, PNG or WebP picture': '{label} muss ein Bild in JPEG, PNG oder WebP sein',
  '{label} must be a UUID': '{label} muss eine UUID sein',
  '{label} must be an address like https://…/{number}': '{label} muss eine Adresse wie https://…/{number} sein',
  'Choose at least one permission': 'Wählen Sie mindestens eine Berechtigung',
  'Select at least one order': 'Wählen Sie mindestens eine Bestellung aus',
  'Confirmed delivered': 'Zustellung bestätigt',
  'The order is already processing.': 'Die Bestellung ist schon in Bearbeitung.',
  'The order is already shipped.': 'Die Bestellung ist schon versendet.',
  'The order is already delivered.': 'Die Bestellung ist schon zugestellt.',
  'The return is already approved.': 'Die Rücksendung ist schon genehmigt.',
  'This delivery is not in doubt; it is sent.': 'Diese Zustellung ist nicht ungewiss; sie ist gesendet.',
  'Account numbers': 'Kontonummern',
} as const
