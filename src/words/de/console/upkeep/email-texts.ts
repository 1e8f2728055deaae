/** Texts of the console about words of emails and languages in German. */
export const emailTextTexts = {
  'Language {n}': 'Sprache {n}',
  '{currency} (no longer in use)': '{currency} (nicht mehr im Umlauf)',
  '{currency} (cannot be paid online)': '{currency} (online nicht zahlbar)',
  '{label} ({language})': '{label} ({language})',
  'Words of the email: {email} ({language})': 'Text der E-Mail: {email} ({language})',
  'These words cannot be filled in since {time}: {failure} Emails go out with the built-in text until you change yours.':
    'Dieser Text lässt sich seit {time} nicht ausfüllen: {failure} E-Mails gehen mit dem mitgelieferten Text hinaus, bis Sie Ihren ändern.',
  'The name of your shop.': 'Der Name Ihres Shops.',
  'Such as "Hello Ada Lovelace,", or "Hello," where the name is unknown or may not be shown.':
    'Wie „Guten Tag Ada Lovelace,“, oder „Guten Tag,“, wo der Name unbekannt ist oder nicht gezeigt werden darf.',
  'The name of the customer. It can be empty, because unconfirmed addresses get no text of a stranger.':
    'Der Name des Kunden. Er kann leer sein, weil unbestätigte Adressen keinen Text eines Fremden bekommen.',
  'The number of the order, without #.': 'Die Nummer der Bestellung, ohne #.',
  'What the order costs, such as €19.99.': 'Was die Bestellung kostet, wie 19,99 €.',
  'When it was placed, by the clock of your shop.': 'Wann sie aufgegeben wurde, nach der Uhr Ihres Shops.',
  'The tracking number. It can be empty.': 'Die Sendungsnummer. Sie kann leer sein.',
  'Who carries the parcel. It can be empty.': 'Wer das Paket befördert. Es kann leer sein.',
  'The address where the parcel can be followed. It can be empty.':
    'Die Adresse, unter der sich das Paket verfolgen lässt. Sie kann leer sein.',
  'What the cancellation means for the money.': 'Was die Stornierung für das Geld bedeutet.',
  'The number of the invoice or credit note.': 'Die Nummer der Rechnung oder Rechnungskorrektur.',
  'The name of the product.': 'Der Name des Produkts.',
  'Its SKU.': 'Seine SKU.',
  'Its price.': 'Sein Preis.',
  'What has changed, such as "Your password was changed".': 'Was sich geändert hat, wie „Ihr Passwort wurde geändert“.',
  'When it happened, by the clock of your shop.': 'Wann es geschah, nach der Uhr Ihres Shops.',
  'The sign-in methods that were disabled.': 'Die Anmeldemethoden, die deaktiviert wurden.',
  'The subject of the announcement.': 'Der Betreff der Rundmail.',
  'The name of who wrote the message, or the address where it has none.':
    'Der Name des Verfassers der Nachricht, oder die Adresse, wo keiner angegeben ist.',
  'What the draft order costs, such as €19.99.': 'Was der Bestellentwurf kostet, etwa 19,99 €.',
  'The name and the address.': 'Der Name und die Adresse.',
  'When it came, by the clock of your shop.': 'Wann sie ankam, nach der Uhr Ihres Shops.',
  'When the withdrawal came, by the clock of your shop.': 'Wann der Widerruf einging, nach der Uhr Ihres Shops.',
  'The name of the admin who invites. It can be empty.': 'Der Name des einladenden Administrators. Er kann leer sein.',
  'Until when the link works, by the clock of your shop.': 'Bis wann der Link gilt, nach der Uhr Ihres Shops.',
  'The address of the webhook.': 'Die Adresse des Webhooks.',
  'Why it was disabled.': 'Warum er deaktiviert wurde.',
  'Edit {page} in {language}': '{page} auf {language} bearbeiten',
  'Text {number}': 'Text {number}',
  'Laws may want on your papers: {facts}.': 'Gesetze können auf Ihren Papieren verlangen: {facts}.',
  'Emails come from {address}. Whoever runs the server decides the address.':
    'E-Mails kommen von {address}. Wer den Server betreibt, bestimmt die Adresse.',
  '{done} of {all} steps are done. {orders}; nobody but you sees this list.':
    '{done} von {all} Schritten sind erledigt. {orders}; nur Sie sehen diese Liste.',
  '{number} missing': '{number} fehlen',
  'your legal form, or that you are a sole trader': 'Ihre Rechtsform, oder dass Sie Einzelunternehmer sind',
  'The first words and the picture that customers see, until you publish a home page of blocks.':
    'Die ersten Worte und das Bild, die Kunden sehen, bis Sie eine Startseite aus Bausteinen veröffentlichen.',
  'Factur-X and ZUGFeRD (XML)': 'Factur-X und ZUGFeRD (XML)',
  "The law of the shop's country wants an invoice kept for {years} years after the end of its year ({law}).":
    'Das Recht des Landes, in dem der Shop sitzt, verlangt, eine Rechnung {years} Jahre nach dem Ende ihres ' +
    'Jahres aufzubewahren ({law}).',
  "The law of the shop's country wants an invoice kept for {years} years after the end of the year in which its VAT fell due ({law}).":
    'Das Recht des Landes, in dem der Shop sitzt, verlangt, eine Rechnung {years} Jahre nach dem Ende des ' +
    'Jahres aufzubewahren, in dem ihre Umsatzsteuer fällig wurde ({law}).',
} as const
