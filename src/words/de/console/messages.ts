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
  'Plain text. An empty line starts a new paragraph. Each email begins with the name of the customer.':
    'Reiner Text. Eine Leerzeile beginnt einen neuen Absatz. Jede E-Mail beginnt mit dem Namen des Kunden.',
  'What every customer must know': 'Was jeder Kunde wissen muss',
  'Such as a recall, or new terms. To all customers.': 'Etwa ein Rückruf oder neue AGB. An alle Kunden.',
  'Only to customers who asked for news, at confirmed addresses.':
    'Nur an Kunden, die Neuigkeiten wünschen, an bestätigte Adressen.',
  'Customers who ordered from': 'Kunden mit Bestellungen ab',
  'Leave both days empty to reach all customers.': 'Lassen Sie beide Tage leer, um alle Kunden zu erreichen.',
  Preview: 'Vorschau',
  'Saved as a draft. Nothing is sent yet.': 'Als Entwurf gespeichert. Noch wird nichts gesendet.',
  "Publish this? We email the customers immediately. This can't be undone.":
    'Veröffentlichen? Die Kunden erhalten sofort eine E-Mail. Das lässt sich nicht rückgängig machen.',
  'Published. The emails are on their way.': 'Veröffentlicht. Die E-Mails sind unterwegs.',
  'Delete the draft': 'Entwurf löschen',
  'Delete this draft?': 'Diesen Entwurf löschen?',
  'Draft deleted.': 'Entwurf gelöscht.',
  'Send it': 'Senden',
  'Here for a customer called Ada Lovelace.': 'Hier für eine Kundin namens Ada Lovelace.',
  To: 'An',
  'Recipients now': 'Empfänger jetzt',
  'No announcements yet': 'Noch keine Rundmails',
  'Follow the progress of your announcements here.': 'Hier sehen Sie den Fortschritt Ihrer Rundmails.',
  'New announcement': 'Neue Rundmail',
  'Take it over': 'Übernehmen',
  'Have you read it? It is yours from now on, and goes to everybody who has not got it yet.':
    'Haben Sie sie gelesen? Sie gehört ab jetzt Ihnen und geht an alle, die sie noch nicht haben.',
  'The announcement is yours, and goes on.': 'Die Rundmail gehört Ihnen und geht weiter.',
  'End it': 'Beenden',
  'End this announcement? Nobody else gets it. Emails that were sent stay.':
    'Diese Rundmail beenden? Niemand sonst erhält sie. Gesendete E-Mails bleiben.',
  'Announcement ended. Nobody else gets it.': 'Rundmail beendet. Niemand sonst erhält sie.',
  'Preparing recipients': 'Empfänger werden ermittelt',
  'No customer matched.': 'Kein Kunde passte.',
  Progress: 'Fortschritt',
  Actions: 'Aktionen',
  'It is stopped, because its author may no longer announce.':
    'Sie ist angehalten, weil die Verfasserin oder der Verfasser keine Rundmails mehr senden darf.',
  'Customers who asked for news': 'Kunden, die Neuigkeiten wünschen',
  'All customers': 'Alle Kunden',
  'Your answer is on its way.': 'Ihre Antwort ist unterwegs.',
  'Your answer goes out': 'Ihre Antwort geht hinaus',
  'Message from {name}': 'Nachricht von {name}',
  Answer: 'Antworten',
  'A former colleague': 'Ehemaliges Teammitglied',
  'No open messages': 'Keine offenen Nachrichten',
  'Messages from the contact page appear here until you mark them as answered.':
    'Nachrichten der Kontaktseite erscheinen hier, bis Sie sie als beantwortet markieren.',
  'No messages': 'Keine Nachrichten',
  'Messages from the contact page appear here.': 'Nachrichten der Kontaktseite erscheinen hier.',
  'No name given': 'Kein Name angegeben',
  'Marked as answered.': 'Als beantwortet markiert.',
  'Open again': 'Wieder öffnen',
  'The message is open again.': 'Die Nachricht ist wieder offen.',
  'Emails to these addresses came back, or their readers pressed “spam”. We send them nothing more, except that those who complained still get emails about their orders.':
    'E-Mails an diese Adressen kamen zurück, oder jemand hat „Spam“ gedrückt. Wir senden ihnen nichts mehr; nach ' +
    'einer Beschwerde gehen nur noch E-Mails zu Bestellungen hinaus.',
  'No addresses here': 'Keine Adressen',
  'An address appears here when emails to it come back.':
    'Eine Adresse erscheint hier, wenn E-Mails an sie zurückkommen.',
  'Came back': 'Zurückgekommen',
  Complained: 'Beschwerde',
  'Show them': 'Anzeigen',
  'Send emails again': 'Wieder E-Mails senden',
  'Send emails to this address again? Do this when its owner says that it works.':
    'Wieder E-Mails an diese Adresse senden? Tun Sie das, wenn jemand sagt, dass sie funktioniert.',
  'Emails go there again. What was not sent stays unsent.':
    'E-Mails gehen wieder dorthin. Nicht Gesendetes bleibt ungesendet.',
  'Subject in {language}': 'Betreff auf {language}',
  'Message in {language}': 'Nachricht auf {language}',
  'Customers who read another language get the first message.':
    'Kunden, die eine andere Sprache lesen, erhalten die erste Nachricht.',
  'Removed.': 'Entfernt.',
  'None yet.': 'Noch keines.',
} as const
