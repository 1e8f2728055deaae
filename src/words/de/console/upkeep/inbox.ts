/** Texts of the console about messages, recovery requests and announcements in German. */
export const inboxTexts = {
  'of {email}': 'von {email}',
  'Sent {time}': 'Gesendet {time}',
  'Not before {time}': 'Nicht vor {time}',
  '{time} by {person}': '{time} durch {person}',
  Everything: 'Alles',
  'message of {time}': 'Nachricht von {time}',
  '{done} of {all} processed': '{done} von {all} verarbeitet',
  'Draft: {subject}': 'Entwurf: {subject}',
  'Publish to {customers}': 'An {customers} veröffentlichen',
  '{number} customers': { one: '{number} Kunden', other: '{number} Kunden' },
  'No customer would get it.': 'Kein Kunde würde sie bekommen.',
  'Change the days.': 'Ändern Sie die Tage.',
  'from {day}': 'ab {day}',
  'to {day}, this day included': 'bis {day}, einschließlich',
  'Customers who asked for news, with an order': 'Kunden, die Neuigkeiten wünschen, mit einer Bestellung',
  'Customers with an order': 'Kunden mit einer Bestellung',
  'the email of {time}': 'die E-Mail von {time}',
  'Sent {time} by {person}': 'Gesendet {time} von {person}',
  'You can send it again after {time}. Until then its worker, which we lost contact with, may still get a reply.':
    'Sie können sie nach {time} erneut senden. Bis dahin kann ihr Worker, zu dem wir den Kontakt verloren ' +
    'haben, noch eine Antwort bekommen.',
} as const
