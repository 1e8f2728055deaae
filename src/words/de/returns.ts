/** Sending goods back. */
export const returns = {
  'Return requested': 'Rücksendung angefragt',
  'Return approved': 'Rücksendung genehmigt',
  'Return received': 'Rücksendung eingetroffen',
  'Return closed': 'Rücksendung abgeschlossen',
  'Return declined': 'Rücksendung abgelehnt',
  Returns: 'Rücksendungen',
  'Send something back': 'Etwas zurücksenden',
  'Ask for a return': 'Rücksendung anfragen',
  'IBAN for the refund': 'IBAN für die Erstattung',
  'The account to which we send the money.': 'Das Konto, auf das wir das Geld überweisen.',
  'Why do you send it back?': 'Warum senden Sie es zurück?',
  '{name}: how many of {left}?': '{name}: wie viele von {left}?',
  'We have received your return request.': 'Wir haben Ihre Anfrage zur Rücksendung erhalten.',
  'Print <a>the label</a> and put it on the parcel.':
    'Drucken Sie <a>das Etikett</a> aus und kleben Sie es auf das Paket.',
  'Please send it to:': 'Bitte senden Sie es an:',
  '{amount} goes back to you for it.': 'Sie erhalten dafür {amount} zurück.',
  'You pay {amount} less for it.': 'Sie zahlen dafür {amount} weniger.',
  'Taken off your invoice': 'Von Ihrer Rechnung abgezogen',
  'Still to pay': 'Noch zu zahlen',
  'We have received your return request for order #{id}':
    'Wir haben Ihre Anfrage zur Rücksendung für Bestellung Nr. {id} erhalten',
  'Your return for order #{id} is approved': 'Ihre Rücksendung zu Bestellung Nr. {id} ist genehmigt',
  'Your return for order #{id} has arrived': 'Ihre Rücksendung zu Bestellung Nr. {id} ist eingetroffen',
  'Your return for order #{id} is closed': 'Ihre Rücksendung zu Bestellung Nr. {id} ist abgeschlossen',
  'Your return for order #{id} is declined': 'Ihre Rücksendung zu Bestellung Nr. {id} ist abgelehnt',
  'you want to send back a part of order #{id}. We look at it, and tell you by email how it goes on.':
    'Sie möchten etwas aus der Bestellung Nr. {id} zurücksenden. Wir sehen uns das an und teilen Ihnen per E-Mail mit, wie es weitergeht.',
  'you can send back these items of order #{id}.': 'Sie können diese Artikel der Bestellung Nr. {id} zurücksenden.',
  'these items of order #{id} are here again. We check them, and tell you what you get back.':
    'diese Artikel der Bestellung Nr. {id} sind wieder bei uns. Wir prüfen sie und teilen Ihnen mit, was Sie zurückbekommen.',
  'your return for order #{id} is closed.': 'Ihre Rücksendung zu Bestellung Nr. {id} ist abgeschlossen.',
  'we cannot take back these items of order #{id}.':
    'wir können diese Artikel der Bestellung Nr. {id} nicht zurücknehmen.',
  'Print the label': 'Etikett drucken',
  'Send it to': 'Senden Sie es an',
  'The order is {status}; only what was shipped can be returned.':
    'Nur was versendet wurde, kann zurückgesendet werden (Stand der Bestellung: {status}).',
} as const
