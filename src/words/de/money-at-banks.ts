/** Money that a bank takes back or takes days for, and refunds that fail. */
export const moneyAtBanks = {
  'Disputed at the bank': 'Bei der Bank bestritten',
  'Taken back by the bank': 'Von der Bank zurückgeholt',
  'Your bank is making the payment. This can take some days. We email you when it has come.':
    'Ihre Bank führt die Zahlung aus. Das kann einige Tage dauern. Wir schreiben Ihnen, wenn sie da ist.',
  'Your bank has asked for this payment back. Until it has decided, you need to do nothing here.':
    'Ihre Bank hat diese Zahlung zurückgefordert. Bis sie entschieden hat, müssen Sie hier nichts tun.',
  'Your bank has taken {amount} of your payment back, so that is unpaid again.':
    'Ihre Bank hat {amount} Ihrer Zahlung zurückgeholt. Dieser Betrag ist damit wieder offen.',
  'Your bank has taken {amount} of your payment back.': 'Ihre Bank hat {amount} Ihrer Zahlung zurückgeholt.',
  'Please transfer the amount:': 'Bitte überweisen Sie den Betrag:',
  'your refund of {amount} for order #{id} did not reach you: your bank or the payment provider has sent it back. We still owe you this money, and send it in another way. You need to do nothing.':
    'Ihre Erstattung von {amount} für die Bestellung Nr. {id} ist nicht bei Ihnen angekommen: Ihre Bank oder der ' +
    'Zahlungsanbieter hat sie zurückgewiesen. Wir schulden Ihnen dieses Geld weiterhin und senden es auf einem ' +
    'anderen Weg. Sie müssen nichts tun.',
  'Your refund of {amount} for order #{id} did not arrive':
    'Ihre Erstattung von {amount} für Bestellung Nr. {id} ist nicht angekommen',
  'We still owe you this money.': 'Wir schulden Ihnen dieses Geld weiterhin.',
  'Your refund did not arrive': 'Ihre Erstattung ist nicht angekommen',
  'Order #{id}: a bank asks about {amount}': 'Bestellung Nr. {id}: Eine Bank fragt nach {amount}',
  'Order #{id}: chargeback of {amount}': 'Bestellung Nr. {id}: Rückbuchung von {amount}',
  'Answer until {time}.': 'Antworten Sie bis {time}.',
  'Look at the payment provider.': 'Sehen Sie beim Zahlungsanbieter nach.',
  'A bank asks about a payment': 'Eine Bank fragt nach einer Zahlung',
  'A bank wants a payment back': 'Eine Bank fordert eine Zahlung zurück',
  'The bank of the customer asks about the payment of order #{id}. No money has moved. A good answer prevents a chargeback.':
    'Die Bank des Kunden fragt nach der Zahlung der Bestellung Nr. {id}. Geld ist nicht geflossen. Eine gute ' +
    'Antwort verhindert eine Rückbuchung.',
  'The bank of the customer wants the payment of order #{id} back. Stop the parcel if you can, and do not refund the order as well.':
    'Die Bank des Kunden fordert die Zahlung der Bestellung Nr. {id} zurück. Halten Sie das Paket auf, wenn es ' +
    'geht, und erstatten Sie die Bestellung nicht zusätzlich.',
  'Order #{id}: the chargeback of {amount} is won': 'Bestellung Nr. {id}: Die Rückbuchung von {amount} ist gewonnen',
  'You have won the chargeback': 'Sie haben die Rückbuchung gewonnen',
  'The bank has decided for you. The money of order #{id} is yours again.':
    'Die Bank hat für Sie entschieden. Das Geld der Bestellung Nr. {id} gehört wieder Ihnen.',
  'Order #{id}: {amount} was taken back': 'Bestellung Nr. {id}: {amount} wurden zurückgeholt',
  'A bank has taken a payment back': 'Eine Bank hat eine Zahlung zurückgeholt',
  'The customer owes you the money of order #{id} again, and can pay on the page of the order. No credit note is written by itself: decide on the page of the order.':
    'Der Kunde schuldet Ihnen das Geld der Bestellung Nr. {id} wieder und kann auf der Seite der Bestellung ' +
    'bezahlen. Eine Rechnungskorrektur entsteht nicht von selbst: Entscheiden Sie auf der Seite der Bestellung.',
  'Order #{id}: the bank asks no more about {amount}': 'Bestellung Nr. {id}: Die Bank fragt nicht mehr nach {amount}',
  'A bank has closed its case': 'Eine Bank hat ihren Fall geschlossen',
  'No money has moved for order #{id}.': 'Für die Bestellung Nr. {id} ist kein Geld geflossen.',
  'How it stands': 'Stand',
  'The bank asks, and has taken nothing': 'Die Bank fragt und hat nichts zurückgeholt',
  'The bank decides': 'Die Bank entscheidet',
  'Decided for you': 'Für Sie entschieden',
  'Decided for the customer': 'Für den Kunden entschieden',
  'Settled before it began': 'Beigelegt, bevor es begann',
  'The bank asks no more': 'Die Bank fragt nicht mehr',
  'Look at the provider': 'Sehen Sie beim Anbieter nach',
  'The bank cannot process it': 'Die Bank kann sie nicht verarbeiten',
  'The check was returned': 'Der Scheck kam zurück',
  'A promised refund has not come': 'Eine zugesagte Erstattung ist nicht gekommen',
  'The customer has asked the bank for it': 'Der Kunde hat die Bank darum gebeten',
  'The customer did not allow the direct debit': 'Der Kunde hat die Lastschrift nicht erlaubt',
  'The customer was charged twice': 'Dem Kunden wurde zweimal abgebucht',
  'The customer says that somebody else has paid': 'Der Kunde sagt, dass jemand anderes bezahlt hat',
  'The details of the account are wrong': 'Die Angaben zum Konto stimmen nicht',
  'The account did not have the money': 'Das Konto war nicht gedeckt',
  'A rule of the card network was broken': 'Eine Regel des Kartennetzes wurde verletzt',
  'The goods have not come': 'Die Ware ist nicht angekommen',
  'The goods are broken or not as described': 'Die Ware ist beschädigt oder nicht wie beschrieben',
  'The subscription had ended': 'Das Abonnement war beendet',
  'The customer does not know this payment': 'Der Kunde kennt diese Zahlung nicht',
  'The refund did not arrive, so the credit note is taken back':
    'Die Erstattung kam nicht an, daher wird die Rechnungskorrektur zurückgenommen',
  'The bank gave the payment back, so the credit note is taken back':
    'Die Bank hat die Zahlung zurückgegeben, daher wird die Rechnungskorrektur zurückgenommen',
  'Credit note {number} of {day}': 'Rechnungskorrektur {number} vom {day}',
  'this document {number} takes a credit note of order #{id} back: {total} did not go back to you.':
    'dieser Beleg {number} nimmt eine Rechnungskorrektur der Bestellung Nr. {id} zurück: {total} gingen nicht an Sie zurück.',
  'Answer until': 'Antworten bis',
  'Order #{id}: the refund of {amount} has failed':
    'Bestellung Nr. {id}: Die Erstattung von {amount} ist fehlgeschlagen',
  'Send it in another way.': 'Senden Sie sie auf einem anderen Weg.',
  'A refund has failed': 'Eine Erstattung ist fehlgeschlagen',
  'The refund of {amount} for order #{id} did not reach the customer. Refund it again, or send it by bank transfer. The customer was told.':
    'Die Erstattung von {amount} für die Bestellung Nr. {id} hat den Kunden nicht erreicht. Erstatten Sie noch ' +
    'einmal, oder überweisen Sie den Betrag. Der Kunde weiß es.',
  'The provider says': 'Der Anbieter sagt',
  'You get this email because somebody in the shop has to act.':
    'Sie erhalten diese E-Mail, weil im Shop jemand handeln muss.',
} as const
