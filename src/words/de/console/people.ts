/** Texts of src/console/people. */
export const peopleTexts = {
  // Customers and the team
  Users: 'Konten',
  'With an account': 'Mit Konto',
  Guests: 'Gäste',
  'Email, name or id': 'E-Mail, Name oder ID',
  Registered: 'Registriert',
  Role: 'Rolle',
  Admin: 'Administrator',
  Staff: 'Mitarbeiter',
  Verified: 'Bestätigt',
  'Not verified': 'Nicht bestätigt',
  'Last seen': 'Zuletzt gesehen',
  'Signed in': 'Angemeldet',
  Sessions: 'Sitzungen',
  'Second factors': 'Zweite Faktoren',
  'Authenticator app': 'Authenticator-App',
  'Audit log': 'Protokoll',
  Action: 'Aktion',
  Browser: 'Browser',
  Access: 'Zugang',
  'Change role': 'Rolle ändern',
  'Change the role? This signs the user out everywhere.': 'Rolle ändern? Die Person wird dadurch überall abgemeldet.',
  'Disable the account': 'Konto sperren',
  'Disable the account? Its sessions, reset links and API keys stop working, and the user gets no more emails. What else the user has made waits, and is listed below.':
    'Konto sperren? Sitzungen, Links und API-Schlüssel gelten nicht mehr, und die Person erhält keine ' +
    'E-Mails mehr. Was sie sonst angelegt hat, wartet und ist unten aufgeführt.',
  'Reset second factors': 'Zweite Faktoren zurücksetzen',
  'Have you verified who is asking? All second factors and recovery codes of this account stop working. You get one recovery code to hand over.':
    'Haben Sie geprüft, wer fragt? Alle zweiten Faktoren und Wiederherstellungscodes dieses Kontos gelten ' +
    'nicht mehr. Sie erhalten einen Wiederherstellungscode zum Weitergeben.',
  'Password reset requested': 'Zurücksetzen des Passworts angefordert',
  'Invite a colleague': 'Person einladen',
  'Send the invitation': 'Einladung senden',
  Invited: 'Eingeladen',
  'Sees and does everything, and manages the team.': 'Sieht und darf alles und verwaltet das Team.',
  'Sees and does what is ticked below.': 'Sieht und darf, was unten angekreuzt ist.',
  'Orders, packing slips, returns and withdrawals. Cancelling a paid order or accepting a withdrawal pays it back.':
    'Bestellungen, Packzettel, Rücksendungen und Widerrufe. Wer eine bezahlte Bestellung storniert oder ' +
    'einen Widerruf annimmt, zahlt damit zurück.',
  'Products, their pictures, files and stock.': 'Produkte mit Bildern, Dateien und Bestand.',
  'Customers, their messages, emails and announcements.': 'Kunden mit Nachrichten, E-Mails und Rundmails.',
  Money: 'Geld',
  'Sales, payments, refunds, invoices, VAT, delivery prices and discount codes.':
    'Umsatz, Zahlungen, Erstattungen, Rechnungen, Umsatzsteuer, Versandpreise und Rabattcodes.',
  'Name and look, legal pages, words of emails. The bank account needs Money too, addresses that get data need Orders or Customers.':
    'Name und Aussehen, Rechtstexte, E-Mail-Texte. Das Bankkonto braucht auch Geld; Adressen, die Daten ' +
    'erhalten, brauchen Bestellungen oder Kunden.',
  None: 'Keine',
} as const
