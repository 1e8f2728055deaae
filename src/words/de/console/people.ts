/** Texts of src/console/people. */
export const peopleTexts = {
  'Export customers and orders': 'Kunden und Bestellungen exportieren',
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
  'Last seen': 'Zuletzt aktiv',
  'Signed in': 'Angemeldet',
  Sessions: 'Sitzungen',
  'Second factors': 'Zweite Faktoren',
  'Audit log': 'Protokoll',
  Action: 'Aktion',
  Browser: 'Browser',
  'Change role': 'Rolle ändern',
  'Change the role? This signs the user out everywhere.': 'Rolle ändern? Die Person wird dadurch überall abgemeldet.',
  'Disable the account': 'Konto deaktivieren',
  'Disable the account? Its sessions, reset links and API keys stop working, and the user gets no more emails. What else the user has made waits, and is listed below.':
    'Konto deaktivieren? Sitzungen, Links und API-Schlüssel gelten nicht mehr, und die Person erhält keine E-Mails ' +
    'mehr. Was sie sonst angelegt hat, wartet und ist unten aufgeführt.',
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
  'Address book': 'Adressbuch',
  Default: 'Standard',
  Deliveries: 'Zustellungen',
  'Ended.': 'Beendet.',
  Revoke: 'Widerrufen',
  Disable: 'Deaktivieren',
  'API key': 'API-Schlüssel',
  Webhook: 'Webhook',
  'Made by this user': 'Von diesem Benutzer angelegt',
  'It works while this user may make it. End what you do not know.':
    'Es gilt, solange dieser Benutzer es anlegen darf. Beenden Sie, was Sie nicht kennen.',
  Works: 'Aktiv',
  'These customers have lost their phone and their recovery codes. They get a link at the end of three days, and nothing here makes it faster. Where your approval is needed, the password proves nothing that the mailbox does not: ask for something that only the owner knows, such as what they ordered last.':
    'Diese Kunden haben ihr Telefon und ihre Wiederherstellungscodes verloren. Sie erhalten nach drei Tagen einen ' +
    'Link, und nichts hier beschleunigt das. Wo Ihre Zustimmung nötig ist, beweist das Passwort nichts, was das ' +
    'Postfach nicht auch beweist: Fragen Sie nach etwas, das nur der Inhaber weiß, etwa der letzten Bestellung.',
  'Nobody here': 'Niemand',
  'Customers ask for this on the page for their code.': 'Kunden fordern das auf der Seite für ihren Code an.',
  'The owner objected': 'Der Inhaber hat widersprochen',
  'Signed in after all': 'Doch noch angemeldet',
  'Address changed': 'Adresse geändert',
  'Account disabled': 'Konto deaktiviert',
  Recovered: 'Wiederhergestellt',
  'Account since': 'Konto seit',
  'Last sign-in': 'Letzte Anmeldung',
  'None on record': 'Keine bekannt',
  'Confirmed while signed in': 'Angemeldet bestätigt',
  'Confirmed by a click alone': 'Nur durch einen Klick bestätigt',
  'Asked from': 'Angefordert von',
  'A known browser or network': 'Bekannter Browser oder bekanntes Netz',
  'A browser and network that are new': 'Neuer Browser und neues Netz',
  'May have been set by a link': 'Vielleicht durch einen Link gesetzt',
  'Used with a second factor before': 'Schon mit zweitem Faktor verwendet',
  Approved: 'Zugestimmt',
  'Link sent': 'Link gesendet',
  'Are you sure that the owner of the account asks? Whoever reads the mailbox then gets the account.':
    'Sind Sie sicher, dass der Inhaber des Kontos fragt? Wer das Postfach liest, erhält dann das Konto.',
  'Approved. The link leaves when the time is over.': 'Zugestimmt. Der Link geht hinaus, wenn die Frist vorbei ist.',
  'Decline this request? The owner of the account gets an email about it.':
    'Diese Anfrage ablehnen? Der Inhaber des Kontos erhält eine E-Mail darüber.',
  'Declined.': 'Abgelehnt.',
  'Invitation on its way. Its link works once, for 7 days.':
    'Die Einladung ist unterwegs. Ihr Link gilt einmal, 7 Tage lang.',
  'Sent again. The link works for 7 days from now on.': 'Erneut gesendet. Der Link gilt ab jetzt 7 Tage.',
  'Invitation withdrawn. Its link no longer works.': 'Einladung zurückgezogen. Ihr Link gilt nicht mehr.',
  Disabled: 'Deaktiviert',
  'Nobody can accept it, because whoever sent it is no active admin. Send it again to make it yours.':
    'Niemand kann sie annehmen, weil sie von keinem aktiven Administrator stammt. Senden Sie sie erneut, dann gehört sie Ihnen.',
  'works until': 'gilt bis',
  'Code reused (refused)': 'Code wiederverwendet (abgelehnt)',
  'This is not a person. The orders of all deleted accounts belong to it.':
    'Das ist keine Person. Ihr gehören die Bestellungen aller gelöschten Konten.',
  'No active sessions.': 'Keine aktiven Sitzungen.',
  'Nobody matches': 'Niemand gefunden',
  'Search for the beginning of an email or a name, or for an id.':
    'Suchen Sie nach dem Anfang einer E-Mail-Adresse oder eines Namens, oder nach einer ID.',
  'This customer has ordered without an account. Each such order has a guest of its own.':
    'Dieser Kunde hat ohne Konto bestellt. Jede solche Bestellung hat ihren eigenen Gast.',
  'The order': 'Die Bestellung',
  'Orders with this address': 'Bestellungen mit dieser Adresse',
  Guest: 'Gast',
  'Role changed. The user is signed out everywhere.': 'Rolle geändert. Der Benutzer ist überall abgemeldet.',
  'Change permissions': 'Berechtigungen ändern',
  'Permissions changed. They count at once.': 'Berechtigungen geändert. Sie gelten sofort.',
  'Account disabled. The user is signed out everywhere.': 'Konto deaktiviert. Der Benutzer ist überall abgemeldet.',
  'Enable the account': 'Konto aktivieren',
  'Enable the account? The user can sign in again.': 'Konto aktivieren? Der Benutzer kann sich wieder anmelden.',
  'Account enabled.': 'Konto aktiviert.',
} as const
