/** Reasons why the API did not do what staff asked for: orders, payments, books and returns. The browser has these words too. */
export const refusalsOfMoney = {
  'There is no such document, or it is not yours.': 'Dieses Dokument gibt es nicht, oder es ist nicht Ihres.',
  'There is no such order, or no such refund of it.': 'Diese Bestellung oder diese Erstattung gibt es nicht.',
  'Enter who sells and from where in the settings of the shop first.':
    'Geben Sie zuerst in den Einstellungen des Shops an, wer verkauft und von wo.',
  'The database was set back. Say which number left the house last first.':
    'Die Datenbank wurde zurückgesetzt. Geben Sie zuerst an, welche Nummer Sie zuletzt vergeben haben.',
  '{label} is not a series of this shop': '{label} ist kein Nummernkreis dieses Shops',
  'The last number of {name} is {number} already.': 'Die letzte Nummer von {name} ist schon {number}.',
  '{name} does not wait. A jump would leave a gap.': '{name} wartet nicht. Ein Sprung ließe eine Lücke.',
  '{label} is not part of this return': '{label} gehört nicht zu dieser Rücksendung',
  'There is no such delivery method.': 'Diese Versandart gibt es nicht.',
  'There is no such discount code.': 'Diesen Rabattcode gibt es nicht.',
  'There is no such VAT rate.': 'Diesen Umsatzsteuersatz gibt es nicht.',
  '{label} must be from 1 to 100 percent': '{label} muss zwischen 1 und 100 Prozent liegen',
  '{label} must have two decimals at most': '{label} darf höchstens zwei Nachkommastellen haben',
  '{label} must have at most two decimals': '{label} darf höchstens zwei Stellen nach dem Komma haben',
  '{label} must be an integer': '{label} muss eine Zahl ohne Nachkommastellen sein',
  '{label} must begin with https://': '{label} muss mit https:// beginnen',
  '{label} is required in one language at least': '{label}: in mindestens einer Sprache nötig',
  '{label} is required, because the delivery is not always free':
    '{label} ist nötig, weil der Versand nicht immer kostenlos ist',
  '{label} must be at least days.least': '{label} darf nicht kleiner sein als die kürzeste Lieferzeit',
  'There is no such withdrawal.': 'Diesen Widerruf gibt es nicht.',
  'This withdrawal is already accepted.': 'Dieser Widerruf ist schon angenommen.',
  'This call is not in doubt; it is {state}.': 'Dieser Vorgang ist nicht ungewiss; er ist {state}.',
  'There is no such call.': 'Diesen Vorgang gibt es nicht.',
  'There is no such payment.': 'Diese Zahlung gibt es nicht.',
  'There is no such transfer.': 'Diese Überweisung gibt es nicht.',
  'There is no such dispute.': 'Diese Rückbuchung gibt es nicht.',
  'There is no such refund.': 'Diese Erstattung gibt es nicht.',
  'There is no such file, or all that it has was sent already.':
    'Diese Datei gibt es nicht, oder alles darin ist schon überwiesen.',
  'The money of this payment is booked.': 'Das Geld dieser Zahlung ist verbucht.',
  'This payment has ended; it is {state}.': 'Diese Zahlung ist beendet; sie ist {state}.',
  'No provider has this payment, so there is nothing to book.':
    'Kein Zahlungsanbieter hat diese Zahlung, also gibt es nichts zu verbuchen.',
  '{provider} is not configured anymore, so it cannot say what came. Configure it again, or close the payment and record the money as a bank transfer.':
    '{provider} ist nicht mehr eingerichtet und kann nicht sagen, was ankam. Richten Sie den Anbieter ' +
    'wieder ein, oder schließen Sie die Zahlung und vermerken Sie das Geld als Überweisung.',
  'The provider does not show this payment. It says: {reason}':
    'Der Anbieter zeigt diese Zahlung nicht. Er meldet: {reason}',
  'A part of this payment was sent back already, so it cannot be taken back as a mistake. Refund the rest instead.':
    'Ein Teil dieser Zahlung wurde schon zurückgesendet, sie lässt sich daher nicht als Irrtum ' +
    'zurücknehmen. Erstatten Sie stattdessen den Rest.',
  'The provider is paying this refund. Wait until it says how that ended.':
    'Der Anbieter zahlt diese Erstattung gerade aus. Warten Sie, bis er meldet, wie es ausging.',
  'A transfer has paid this order and others. Take back the transfer.':
    'Eine Überweisung hat diese und andere Bestellungen bezahlt. Nehmen Sie die Überweisung zurück.',
  'Enter the IBAN of your shop in its settings first.':
    'Geben Sie zuerst die IBAN Ihres Shops in den Einstellungen ein.',
  'Only transfers in EUR to a known account of the SEPA area that are in no file yet can be put into one.':
    'In eine Datei kommen nur Überweisungen in EUR auf ein bekanntes Konto im SEPA-Raum, die noch in keiner sind.',
  'One of these transfers was sent or put into a file meanwhile. Look at them again.':
    'Eine dieser Überweisungen wurde inzwischen gesendet oder in eine Datei aufgenommen. Sehen Sie noch ' +
    'einmal nach.',
  '{label} names no order': '{label} nennt keine Bestellung',
  '{label} must add up to {amount}, the amount of the transfer in minor units':
    '{label} muss zusammen {amount} ergeben, den Betrag der Überweisung in Cent',
  'The other transfer is not one that somebody has noted, of the same amount, or it is another entry’s.':
    'Die andere Überweisung hat niemand mit diesem Betrag vermerkt, oder sie gehört zu einer anderen Buchung.',
  'This transfer is not sure any more. Look at it again.':
    'Diese Überweisung ist nicht mehr sicher. Sehen Sie noch einmal nach.',
  '{label} must not be in the future': '{label} darf nicht in der Zukunft liegen',
  'There is no such batch, or it is older than 30 days.': 'Diesen Stapel gibt es nicht, oder er ist älter als 30 Tage.',
  '{label} must be the id of a user who can sign in': '{label} muss ein Benutzer sein, der sich anmelden kann',
  '{label} must be {currency}, as the products are': '{label} muss {currency} sein, wie bei den Produkten',
  '{label} must be {currency}, as the order is': '{label} muss {currency} sein, wie bei der Bestellung',
  '{label} is required before the draft is sent': '{label} ist nötig, bevor der Entwurf gesendet wird',
  '{label} names no product of this shop': '{label} ist kein Produkt dieses Shops',
  'There is no such draft order.': 'Diesen Bestellentwurf gibt es nicht.',
  '{label} would make more than {limit} lines': '{label} ergäbe mehr als {limit} Positionen',
  '{label} cannot be delivered in the way of this order':
    '{label} lässt sich mit der Versandart dieser Bestellung nicht liefern',
  '{label} names no line of this order': '{label} ist keine Position dieser Bestellung',
  '{label} would make the order cost more than an order can': '{label} machte die Bestellung teurer als möglich',
  '{label} is no carrier': '{label} ist kein Versanddienst',
  '{label} must name a piece at least': '{label} muss mindestens ein Stück nennen',
  '{label} cannot be read. {refusal}': '{label} lässt sich nicht lesen. {refusal}',
  '{label} cannot be read: {refusal}': '{label} lässt sich nicht lesen: {refusal}',
  '{label} must have at most {limit} MB': '{label} darf höchstens {limit} MB haben',
  '{label} must be a file in base64': '{label} muss eine Datei sein',
  'There is no such message.': 'Diese Nachricht gibt es nicht.',
  'There is no such answer.': 'Diese Antwort gibt es nicht.',
  'There is no such note.': 'Diese Notiz gibt es nicht.',
  '{label} must have no comma': '{label} darf kein Komma enthalten',
  '{label} would make more than {limit} tags': '{label} ergäbe mehr als {limit} Schlagwörter',
  'The relay may still reply to this delivery until {time}.':
    'Der Mailserver kann auf diese Zustellung noch bis {time} antworten.',
  'This delivery is not in doubt; it is {state}.': 'Diese Zustellung ist nicht ungewiss; sie ist {state}.',
  'There is no such delivery.': 'Diese Zustellung gibt es nicht.',
  'A transfer of this order is in a file for the bank. Mark the file as sent, or discard it first.':
    'Eine Überweisung dieser Bestellung steht in einer Datei für die Bank. Markieren Sie die Datei als ' +
    'gesendet, oder verwerfen Sie sie zuerst.',
  'Another account was given for this refund meanwhile. Look at it again.':
    'Für diese Erstattung wurde inzwischen ein anderes Konto angegeben. Sehen Sie noch einmal nach.',
  'No money has come for this order, so none can go back.':
    'Für diese Bestellung ist kein Geld angekommen, also kann keines zurückgehen.',
  'Nobody has begun to pay for this order.': 'Für diese Bestellung hat niemand eine Zahlung begonnen.',
  'The provider has no money for this payment in its currency. Close it instead.':
    'Der Anbieter hat für diese Zahlung kein Geld in ihrer Währung. Schließen Sie sie stattdessen.',
  'This transfer is in a file for the bank. Name the file that you have sent, or discard it first.':
    'Diese Überweisung steht in einer Datei für die Bank. Nennen Sie die gesendete Datei, oder verwerfen ' +
    'Sie sie zuerst.',
  '{label} is required for a credit note': '{label} ist für eine Rechnungskorrektur nötig',
  '{label} is for customers without an account': '{label} gilt nur für Kunden ohne Konto',
  '{label} must be the id of a transfer, a colon and the ids of its orders':
    '{label} muss die Nummer einer Überweisung, ein Doppelpunkt und die Nummern ihrer Bestellungen sein',
  '{label} must begin with the id of a transfer': '{label} muss mit der Nummer einer Überweisung beginnen',
  'no line names its columns: one must be called “Tracking number” and one “Order”':
    'keine Zeile nennt die Spalten. Eine muss „Sendungsnummer“ heißen und eine „Bestellung“',
  'it has more than {limit} rows': 'es sind mehr als {limit} Zeilen',
  'it has no row with a number': 'keine Zeile hat eine Nummer',
} as const
