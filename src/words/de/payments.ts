/** Paying, and money that went back. */
export const payments = {
  'This order is not paid yet.': 'Diese Bestellung ist noch nicht bezahlt.',
  'Payment under way': 'Zahlung läuft',
  'Partly refunded': 'Teilweise erstattet',
  Online: 'Online',
  'Online, now': 'Online, sofort',
  'Online. You can pay on the page of your order': 'Online. Sie können auf der Seite Ihrer Bestellung bezahlen',
  'Pay now': 'Jetzt bezahlen',
  'Amounts in {currency} cannot be paid online.': 'Beträge in {currency} lassen sich nicht online bezahlen.',
  'Online payments begin at {least}.': 'Online bezahlen können Sie ab {least}.',
  'Online payments end at {most}.': 'Online bezahlen können Sie bis {most}.',
  '{total} cannot be paid online, only multiples of {step}.':
    '{total} lassen sich nicht online bezahlen, nur Vielfache von {step}.',
  'Please <a>write to us</a> about another way to pay.':
    'Bitte <a>schreiben Sie uns</a>, wie Sie anders bezahlen können.',
  'Our payment provider does not take this payment at the moment. Nothing was charged.':
    'Unser Zahlungsanbieter nimmt diese Zahlung gerade nicht an. Es wurde nichts abgebucht.',
  'your payment of {total} for order #{id} could not be opened: our payment provider does not take it. No money was taken. Please answer this email, and we agree on another way to pay.':
    'Ihre Zahlung von {total} für die Bestellung Nr. {id} ließ sich nicht öffnen: Unser Zahlungsanbieter nimmt ' +
    'sie nicht an. Es wurde nichts abgebucht. Bitte antworten Sie auf diese E-Mail, dann finden wir einen ' +
    'anderen Weg.',
  'No money was taken.': 'Es wurde nichts abgebucht.',
  'Pay {total} online': '{total} online bezahlen',
  'Your payment is being processed.': 'Ihre Zahlung wird verarbeitet.',
  'Please transfer the amount by {day}:': 'Bitte überweisen Sie den Betrag bis {day}:',
  'Please pay by': 'Bitte zahlen Sie bis',
  Bank: 'Bank',
  'Or scan this with your banking app:': 'Oder scannen Sie dies mit Ihrer Banking-App:',
  'Your transfer as a code': 'Ihre Überweisung als Code',
  Recipient: 'Empfänger',
  Reference: 'Verwendungszweck',
  'Order {id}': 'Bestellung {id}',
  Refunds: 'Erstattungen',
  'On its way': 'Unterwegs',
  'we have transferred {amount} for order #{id} to your account. It can take some days until you see it.':
    'wir haben {amount} für die Bestellung Nr. {id} auf Ihr Konto überwiesen. Bis Sie es sehen, können einige Tage vergehen.',
  'you get {amount} back for order #{id}, by bank transfer. Please tell us the account that we can send it to.':
    'Sie bekommen {amount} für die Bestellung Nr. {id} per Überweisung zurück. Bitte nennen Sie uns das Konto, ' +
    'auf das wir es überweisen können.',
  'Where can we send your refund for order #{id}?':
    'Wohin dürfen wir die Erstattung für Bestellung Nr. {id} überweisen?',
  'You get {amount} back. We need your account for the transfer.':
    'Sie bekommen {amount} zurück. Für die Überweisung brauchen wir Ihr Konto.',
  'Where can we send your refund?': 'Wohin dürfen wir Ihre Erstattung überweisen?',
  'Enter your account': 'Konto eingeben',
  'The link is for this refund alone, and works until we prepare the transfer.':
    'Der Link gilt nur für diese Erstattung, und bis wir die Überweisung vorbereiten.',
  'You get {amount} back for order #{id}, by bank transfer.':
    'Sie bekommen {amount} für die Bestellung Nr. {id} per Überweisung zurück.',
  'Account holder': 'Kontoinhaber',
  'Send it to this account': 'Auf dieses Konto überweisen',
  'Thank you. We send the money to this account.': 'Danke. Wir überweisen das Geld auf dieses Konto.',
  'You can change it until we prepare the transfer.': 'Sie können es ändern, bis wir die Überweisung vorbereiten.',
  'We no longer need an account for this refund, or the link is incomplete.':
    'Für diese Erstattung brauchen wir kein Konto mehr, oder der Link ist unvollständig.',
  'Reply to our email if your refund has not come.':
    'Antworten Sie auf unsere E-Mail, wenn Ihre Erstattung nicht angekommen ist.',
  IBAN: 'IBAN',
  Link: 'Link',
  'We have an account of yours that ends with {end}.': 'Wir haben ein Konto von Ihnen, das auf {end} endet.',
  'Will be transferred': 'Wird überwiesen',
  Waived: 'Entfallen',
  'Not due anymore': 'Nicht mehr fällig',
  'Refund order {id}': 'Erstattung Bestellung {id}',
  Sent: 'Gesendet',
  Failed: 'Fehlgeschlagen',
  'Being checked': 'Wird geprüft',
  'we have received your payment of {total} for order #{id}. Thank you.':
    'wir haben Ihre Zahlung von {total} für die Bestellung Nr. {id} erhalten. Vielen Dank.',
  'Payment received for order #{id}': 'Zahlung für Bestellung Nr. {id} erhalten',
  '{total}. Thank you.': '{total}. Vielen Dank.',
  'We have received your payment': 'Wir haben Ihre Zahlung erhalten',
  'your payment of {total} for order #{id} did not come through. No money was taken. You can pay again on the page of your order.':
    'Ihre Zahlung von {total} für die Bestellung Nr. {id} ist nicht zustande gekommen. Es wurde kein Geld ' +
    'abgebucht. Sie können auf der Seite Ihrer Bestellung noch einmal bezahlen.',
  'Your payment for order #{id} did not come through':
    'Ihre Zahlung für Bestellung Nr. {id} ist nicht zustande gekommen',
  'No money was taken. You can pay again.': 'Es wurde kein Geld abgebucht. Sie können noch einmal bezahlen.',
  'Your payment did not come through': 'Ihre Zahlung ist nicht zustande gekommen',
  'we have sent back {amount} for order #{id}, to where the payment came from. It can take some days until you see it.':
    'wir haben Ihnen {amount} für die Bestellung Nr. {id} erstattet, auf dem Weg, auf dem Sie bezahlt haben. Bis ' +
    'Sie es sehen, können einige Tage vergehen.',
  'Refund of {amount} for order #{id}': 'Erstattung von {amount} für Bestellung Nr. {id}',
  'It can take some days until you see it.': 'Bis Sie es sehen, können einige Tage vergehen.',
  'Your refund is on its way': 'Ihre Erstattung ist unterwegs',
  'You pay {total} for order #{id} at the page of our payment provider, and come back here afterwards.':
    'Sie bezahlen {total} für die Bestellung Nr. {id} auf der Seite unseres Zahlungsanbieters und kommen danach hierher zurück.',
  'Go to the payment page': 'Zur Zahlungsseite',
  'On to the payment page': 'Weiter zur Zahlungsseite',
  'We are opening the payment page. This takes a few seconds.':
    'Wir öffnen die Zahlungsseite. Das dauert einige Sekunden.',
  'Back to your order': 'Zurück zu Ihrer Bestellung',
  'Thank you. We have received your payment.': 'Vielen Dank. Wir haben Ihre Zahlung erhalten.',
  'Thank you. We wait for your payment to come through, and will email you.':
    'Vielen Dank. Wir warten auf Ihre Zahlung und schreiben Ihnen eine E-Mail.',
  'We have not received a payment. You can try again.':
    'Wir haben keine Zahlung erhalten. Sie können es noch einmal versuchen.',
  'Partly paid': 'Teilweise bezahlt',
  'we have received your transfer of {amount} for order #{id}. {due} are still to be paid.':
    'wir haben Ihre Überweisung über {amount} für Bestellung Nr. {id} erhalten. {due} sind noch zu zahlen.',
  '{due} are still to be paid for order #{id}': 'Für Bestellung Nr. {id} sind noch {due} zu zahlen',
  'We have received {amount}. Thank you.': 'Wir haben {amount} erhalten. Vielen Dank.',
  'A part of your payment has arrived': 'Ein Teil Ihrer Zahlung ist angekommen',
  'We have received {came} by bank transfer.': 'Wir haben {came} per Überweisung erhalten.',
  'Please transfer the rest by {day}:': 'Bitte überweisen Sie den Rest bis {day}:',
} as const
