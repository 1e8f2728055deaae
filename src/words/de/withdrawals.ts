/** Withdrawing from a contract, in the words of the law where it has some (§ 356a BGB). */
export const withdrawals = {
  'Withdraw from contract': 'Vertrag widerrufen',
  'Withdraw from a purchase, without signing in.': 'Einen Kauf widerrufen, ohne Anmeldung.',
  'You can withdraw within {days} days after you have received the goods, without giving a reason. You see your statement again before you send it.':
    'Sie können Ihren Vertrag binnen {days} Tagen nach Erhalt der Ware ohne Angabe von Gründen widerrufen. Bevor ' +
    'Sie Ihre Erklärung absenden, sehen Sie sie noch einmal.',
  'Order number': 'Bestellnummer',
  'The receipt goes to this address.': 'An diese Adresse senden wir die Eingangsbestätigung.',
  'Which items?': 'Welche Artikel?',
  'Choose an order, or enter its number below.': 'Wählen Sie eine Bestellung, oder geben Sie unten ihre Nummer ein.',
  'Leave it empty to withdraw from the whole order.':
    'Lassen Sie das Feld leer, um die ganze Bestellung zu widerrufen.',
  Continue: 'Weiter',
  'Confirm withdrawal': 'Widerruf bestätigen',
  'I withdraw from my contract for the purchase of these goods:':
    'Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über den Kauf der folgenden Waren:',
  'All items of the order': 'Alle Artikel der Bestellung',
  'Change the statement': 'Erklärung ändern',
  'We have received your withdrawal.': 'Wir haben Ihren Widerruf erhalten.',
  'The receipt is on its way to your email address.': 'Die Eingangsbestätigung ist auf dem Weg an Ihre E-Mail-Adresse.',
  'Your email address has had many receipts today, so no further one is sent. Your withdrawal counts all the same.':
    'Ihre E-Mail-Adresse hat heute schon viele Eingangsbestätigungen bekommen, deshalb senden wir keine weitere. ' +
    'Ihr Widerruf gilt trotzdem.',
  'We have received your withdrawal': 'Wir haben Ihren Widerruf erhalten',
  'this is the receipt of your withdrawal from a contract. Please keep it. We look at it, and tell you by email how it goes on.':
    'dies ist die Eingangsbestätigung Ihres Widerrufs. Bitte bewahren Sie sie auf. Wir sehen uns den Widerruf an ' +
    'und teilen Ihnen per E-Mail mit, wie es weitergeht.',
  'As you have written them.': 'Wie von Ihnen angegeben.',
  'You get this email because somebody entered your address in our form for withdrawals.':
    'Sie erhalten diese E-Mail, weil jemand Ihre Adresse in unser Widerrufsformular eingegeben hat.',
  'You can withdraw from this contract within {days} days after you have received the goods, without giving a reason: {address}':
    'Sie können diesen Vertrag binnen {days} Tagen nach Erhalt der Ware ohne Angabe von Gründen widerrufen: {address}',
  'Order #{id} has been changed': 'Bestellung Nr. {id} wurde geändert',
  'Your order has been changed': 'Ihre Bestellung wurde geändert',
  'we have changed order #{id}.': 'wir haben die Bestellung Nr. {id} geändert.',
  'we have changed the address on the invoice of order #{id}.':
    'wir haben die Rechnungsadresse der Bestellung Nr. {id} geändert.',
  'we have changed the delivery address of order #{id}.':
    'wir haben die Lieferadresse der Bestellung Nr. {id} geändert.',
  'We send back': 'Wir erstatten',
  'Less to pay': 'Weniger zu zahlen',
  'More to pay': 'Mehr zu zahlen',
  // Directive 2011/83/EU, Annex I, part B.
  'Model withdrawal form': 'Muster-Widerrufsformular',
  '(Complete and return this form only if you wish to withdraw from the contract.)':
    '(Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.)',
  'To {seller}:': 'An {seller}:',
  'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*):':
    'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über den Kauf der folgenden Waren (*):',
  'Ordered on (*)/received on (*):': 'Bestellt am (*)/erhalten am (*):',
  'Name of consumer(s):': 'Name des/der Verbraucher(s):',
  'Address of consumer(s):': 'Anschrift des/der Verbraucher(s):',
  'Signature of consumer(s) (only if this form is notified on paper):':
    'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier):',
  'Date:': 'Datum:',
  '(*) Delete as appropriate.': '(*) Unzutreffendes streichen.',
  'These texts belong to your contract and come with this email: {texts}.':
    'Diese Texte gehören zu Ihrem Vertrag und liegen dieser E-Mail bei: {texts}.',
} as const
