/** Texts of src/console/returns and src/console/books. */
export const returnsTexts = {
  // Returns
  Open: 'Offen',
  'No returns here': 'Keine Rücksendungen hier',
  'What customers want to send back appears here.': 'Was Kunden zurücksenden möchten, erscheint hier.',
  "We can't find that return.": 'Wir finden diese Rücksendung nicht.',
  Return: 'Rücksendung',
  Asked: 'Angefragt',
  'Enter a return': 'Rücksendung eintragen',
  'Enter the return': 'Rücksendung eintragen',
  'Return entered. Approve it when the customer may send it.':
    'Rücksendung eingetragen. Genehmigen Sie sie, wenn der Kunde sie senden darf.',
  'Why it comes back': 'Grund der Rücksendung',
  'The account of the customer.': 'Das Konto des Kunden.',
  'Return of order #{id}': 'Rücksendung zu Bestellung Nr. {id}',
  'Back in stock': 'Wieder im Lager',
  'Your answer': 'Ihre Antwort',
  'Refund to': 'Erstattung an',
  'Without a name': 'Ohne Namen',
  'Price of these pieces': 'Preis dieser Stücke',
  'Delivery, because all came back': 'Lieferung, weil alles zurückkam',
  Refund: 'Erstatten',
  'Taken off what is due': 'Vom offenen Betrag abgezogen',
  'To be transferred': 'Zu überweisen',
  '{time}, by {name}': '{time}, von {name}',
  'the shop': 'dem Shop',
  '{sum} of this order was already refunded at the provider. If that was for this return, close it without a refund.':
    '{sum} dieser Bestellung wurden schon beim Anbieter erstattet. Wenn das für diese Rücksendung war, ' +
    'schließen Sie sie ohne Erstattung ab.',
  '{sum} of what was paid can still go back.': 'Vom Bezahlten können noch {sum} zurückgehen.',

  // Its steps
  'Words to the customer': 'Worte an den Kunden',
  'Address of the label': 'Adresse des Etiketts',
  'https://…, from your carrier.': 'https://…, von Ihrem Versanddienst.',
  Approve: 'Genehmigen',
  'Approved. We email the customer where to send it.': 'Genehmigt. Der Kunde erfährt per E-Mail, wohin er sie sendet.',
  Decline: 'Ablehnen',
  "Decline this return? You can't undo this, and we email the customer.":
    'Diese Rücksendung ablehnen? Das lässt sich nicht rückgängig machen, und der Kunde erhält eine E-Mail.',
  'Declined. We email the customer.': 'Abgelehnt. Der Kunde erhält eine E-Mail.',
  'Goods received': 'Ware erhalten',
  'Received. What can be sold is in stock again.': 'Erhalten. Was verkäuflich ist, ist wieder im Lager.',
  '{name}: sellable of {quantity}': '{name}: verkäuflich von {quantity}',
  Sellable: 'Verkäuflich',
  'Note for your books': 'Notiz für Ihre Bücher',
  'Refund and close': 'Erstatten und abschließen',
  "Give this money back? What came by bank transfer goes into your list of transfers to make. You can't undo this.":
    'Dieses Geld zurückgeben? Was per Überweisung kam, kommt auf die Liste Ihrer zu tätigenden ' +
    'Überweisungen. Das lässt sich nicht rückgängig machen.',
  'The refund is noted, and the return is closed.': 'Die Erstattung ist vermerkt und die Rücksendung abgeschlossen.',
  'Take off what is due, and close': 'Vom offenen Betrag abziehen und abschließen',
  "Take this off what the customer has to pay? You can't undo this, and we email the customer.":
    'Dies von dem abziehen, was der Kunde zu zahlen hat? Das lässt sich nicht rückgängig machen, und der ' +
    'Kunde erhält eine E-Mail.',
  'Closed. The customer has to pay less.': 'Abgeschlossen. Der Kunde hat weniger zu zahlen.',
  'Close without a refund': 'Ohne Erstattung abschließen',
  "Close this return without a refund? You can't undo this, and we email the customer.":
    'Diese Rücksendung ohne Erstattung abschließen? Das lässt sich nicht rückgängig machen, und der Kunde ' +
    'erhält eine E-Mail.',
  'Closed.': 'Abgeschlossen.',

  // Changes of an order
  'Change this order': 'Diese Bestellung ändern',
  'Order changed. We email the customer.': 'Bestellung geändert. Der Kunde erhält eine E-Mail.',
  'Address changed. We email the customer.': 'Adresse geändert. Der Kunde erhält eine E-Mail.',
  'Change the address on the invoice': 'Adresse auf der Rechnung ändern',
  'Address on the invoice changed. We email the customer.':
    'Adresse auf der Rechnung geändert. Der Kunde erhält eine E-Mail.',
  'Use the address of the delivery': 'Lieferadresse verwenden',
  'The invoice goes to the address of the delivery. We email the customer.':
    'Die Rechnung geht an die Lieferadresse. Der Kunde erhält eine E-Mail.',
  'Do not put back into stock what goes: it is broken, or gone':
    'Was wegfällt, nicht zurück ins Lager: defekt oder weg',
  '{name}: keep how many of {quantity}?': '{name}: wie viele von {quantity} behalten?',
  'changed the delivery address.': 'hat die Lieferadresse geändert.',
  'changed the address on the invoice.': 'hat die Adresse auf der Rechnung geändert.',
  'changed {change}.': 'hat geändert: {change}.',
  'Invoice {number} is written, and an invoice never changes. Send the customer a message that names this number and the right address: in the European Union it counts as an invoice too (Directive 2006/112/EC, Article 219).':
    'Die Rechnung {number} ist geschrieben, und eine Rechnung ändert sich nie. Senden Sie dem Kunden eine ' +
    'Nachricht mit dieser Nummer und der richtigen Adresse: In der Europäischen Union gilt auch sie als ' +
    'Rechnung (Richtlinie 2006/112/EG, Artikel 219).',

  // Withdrawals
  Decided: 'Entschieden',
  'The law gives you 14 days to pay back. Anybody can write a statement without signing in, so ask the customer before you accept one. Accept an order that is not shipped, and it is cancelled; accept a whole order that is, and its return is entered.':
    'Das Gesetz gibt Ihnen 14 Tage zum Zurückzahlen. Eine Erklärung kann jeder ohne Anmeldung schreiben; ' +
    'fragen Sie also den Kunden, bevor Sie eine annehmen. Eine Bestellung, die noch nicht versendet ist, ' +
    'wird mit der Annahme storniert; für eine ganze, die versendet ist, wird die Rücksendung eingetragen.',
  'No withdrawals here': 'Keine Widerrufe hier',
  'What customers send from the page for withdrawals appears here.':
    'Was Kunden über die Seite für Widerrufe senden, erscheint hier.',
  'with the email {email}': 'mit der E-Mail {email}',
  Late: 'Verspätet',
  Accepted: 'Angenommen',
  Declined: 'Abgelehnt',
  'From the account of the customer': 'Aus dem Konto des Kunden',
  'Without signing in, from {network}': 'Ohne Anmeldung, von {network}',
  'Without signing in': 'Ohne Anmeldung',
  'The whole order.': 'Die ganze Bestellung.',
  'No such order': 'Keine solche Bestellung',
  'Typed: {number}. The number does not belong to this email. Look for the order, or ask the customer.':
    'Eingegeben: {number}. Die Nummer gehört nicht zu dieser E-Mail. Suchen Sie die Bestellung, oder fragen ' +
    'Sie den Kunden.',
  Accept: 'Annehmen',
  'Accept this withdrawal?': 'Diesen Widerruf annehmen?',
  'Accepted. If the order is shipped, its return waits at "Returns"; for single items, enter it on the page of the order.':
    'Angenommen. Ist die Bestellung versendet, wartet ihre Rücksendung unter „Rücksendungen“; für einzelne ' +
    'Artikel tragen Sie sie auf der Seite der Bestellung ein.',
  'I have asked the customer': 'Ich habe den Kunden gefragt',
  'Decline this withdrawal? Tell the customer why by email.':
    'Diesen Widerruf ablehnen? Sagen Sie dem Kunden per E-Mail, warum.',
  'Declined. Tell the customer why by email.': 'Abgelehnt. Sagen Sie dem Kunden per E-Mail, warum.',

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
    'camt.053, camt.054 oder MT940, bis 8 MB. Die meisten Banken nennen ihn „elektronischen Kontoauszug“. ' +
    'Dieselbe Datei zweimal schadet nicht.',
  'Read the statement': 'Kontoauszug einlesen',
  'Booked.': 'Zugeordnet.',
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
  'Sales to EU businesses (CSV)': 'Verkäufe an Unternehmen in der EU (CSV)',
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
  Invoice: 'Rechnung',
  'Credit note': 'Rechnungskorrektur',
  'Each file has the invoices and credit notes from {first} to {last}: the days that you have chosen above, in one year. Accounts can be changed under <a>Accounting</a>. Payments are not in them.':
    'Jede Datei enthält die Rechnungen und Rechnungskorrekturen vom {first} bis {last}: die oben gewählten Tage, ' +
    'innerhalb eines Jahres. Konten lassen sich unter <a>Buchhaltung</a> ändern. Zahlungen sind nicht enthalten.',
  '{total} in other currencies than euros are left out.': '{total} in anderen Währungen als Euro sind ausgelassen.',
  'DATEV booking batch': 'DATEV-Buchungsstapel',
  'French file of bookings (FEC)': 'Französische Buchungsdatei (FEC)',
  'Files for accounting programs': 'Dateien für Buchhaltungsprogramme',
  '{name}: price of a piece': '{name}: Preis pro Stück',
  'the discount by {sum}': 'den Rabatt um {sum}',
  'Change the lines': 'Positionen ändern',
  'Change this order? What was paid too much goes back, what it costs more is to be paid, and we email the customer.':
    'Diese Bestellung ändern? Was zu viel bezahlt wurde, geht zurück, was sie mehr kostet, ist zu zahlen, ' +
    'und der Kunde erhält eine E-Mail.',
  'Price of a piece': 'Preis pro Stück',
  'Empty: that of today.': 'Leer: der heutige.',
  'Add the line': 'Position hinzufügen',
  'Add this line? The customer has to pay for it, and we email the customer.':
    'Diese Position hinzufügen? Der Kunde muss sie bezahlen und erhält eine E-Mail.',
  'Line added. We email the customer.': 'Position hinzugefügt. Der Kunde erhält eine E-Mail.',
  'Discount on all goods': 'Rabatt auf alle Waren',
  'It comes on top of what they are reduced by already.': 'Er kommt zu dem hinzu, um was sie schon ermäßigt sind.',
  'Give the discount': 'Rabatt gewähren',
  'Give this discount? What was paid too much goes back, and we email the customer.':
    'Diesen Rabatt gewähren? Was zu viel bezahlt wurde, geht zurück, und der Kunde erhält eine E-Mail.',
  'Discount given. We email the customer.': 'Rabatt gewährt. Der Kunde erhält eine E-Mail.',
} as const
