/** Texts of src/console/messages. */
export const messagesTexts = {
  // Messages of customers
  'Contact messages': 'Kontaktnachrichten',
  'Message from': 'Nachricht von',
  Answered: 'Beantwortet',
  Answers: 'Antworten',
  'Answer again': 'Noch einmal antworten',
  'Send the answer': 'Antwort senden',
  'Mark as answered': 'Als beantwortet markieren',
  'Plain text. The email begins with the name of the writer, if we may show it, and quotes the message.':
    'Einfacher Text. Die E-Mail beginnt mit dem Namen des Absenders, wenn wir ihn zeigen dürfen, und zitiert ' +
    'die Nachricht.',
} as const
