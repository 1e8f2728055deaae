/** Texts of src/console/orders. */
export const ordersTexts = {
  // The list
  'Paid, to prepare': 'Bezahlt, vorzubereiten',
  'To prepare': 'Vorzubereiten',
  'To ship': 'Zu versenden',
  'Export CSV': 'CSV exportieren',
  'Export lines': 'Positionen exportieren',
  'No orders here': 'Keine Bestellungen hier',
  'Orders appear as soon as customers place them.': 'Bestellungen erscheinen hier, sobald Kunden sie aufgeben.',
  'There are none at the moment.': 'Zurzeit gibt es keine.',
  'User (email or id)': 'Konto (E-Mail oder ID)',
  'Number, amount, email or name': 'Nummer, Betrag, E-Mail oder Name',
  'More than {total} customers match. Type more letters.':
    'Mehr als {total} Kunden passen dazu. Geben Sie mehr Buchstaben ein.',
  'Start preparing': 'Vorbereitung beginnen',
  'Mark as shipped': 'Als versendet markieren',
  'Mark as delivered': 'Als geliefert markieren',
  'Mark as paid': 'Als bezahlt markieren',
  'Mark the selected orders as paid?': 'Die ausgewählten Bestellungen als bezahlt markieren?',
  'Select order #{id}': 'Bestellung Nr. {id} auswählen',
  'Selected orders': 'Ausgewählte Bestellungen',
  'Select the newest {total}': 'Die neuesten {total} auswählen',
  'Select all {total}': 'Alle {total} auswählen',
  '{step}: {total} orders?': '{step}: {total} Bestellungen?',
  '{total} orders are selected.': '{total} Bestellungen sind ausgewählt.',
  'Select single ones': 'Einzelne auswählen',
  Labels: 'Etiketten',
  'Parcel numbers': 'Sendungsnummern',
  'Select all': 'Alle auswählen',
  'With the selected orders:': 'Mit den ausgewählten Bestellungen:',
  'Click a row to open it. In the list, J and K move, X selects.':
    'Ein Klick auf eine Zeile öffnet sie. In der Liste bewegen J und K, X wählt aus.',
  '{total} pieces': {
    one: '{total} Stück',
    other: '{total} Stück',
  },
  'Packing slips': 'Packzettel',
  Step: 'Schritt',

  // The outcome of a step for many
  'The step was taken.': 'Der Schritt ist erledigt.',
  '{total} orders marked as paid:': {
    one: '{total} Bestellung als bezahlt markiert:',
    other: '{total} Bestellungen als bezahlt markiert:',
  },
  '{total} orders being prepared:': {
    one: '{total} Bestellung in Vorbereitung:',
    other: '{total} Bestellungen in Vorbereitung:',
  },
  '{total} orders marked as shipped:': {
    one: '{total} Bestellung als versendet markiert:',
    other: '{total} Bestellungen als versendet markiert:',
  },
  '{total} orders marked as delivered:': {
    one: '{total} Bestellung als geliefert markiert:',
    other: '{total} Bestellungen als geliefert markiert:',
  },
  '{total} orders moved on:': {
    one: '{total} Bestellung weitergeführt:',
    other: '{total} Bestellungen weitergeführt:',
  },
  '{total} orders put back:': {
    one: '{total} Bestellung zurückgesetzt:',
    other: '{total} Bestellungen zurückgesetzt:',
  },
  '{total} orders could not move:': {
    one: '{total} Bestellung ließ sich nicht weiterführen:',
    other: '{total} Bestellungen ließen sich nicht weiterführen:',
  },
  '{total} orders could not be marked as paid:': {
    one: '{total} Bestellung ließ sich nicht als bezahlt markieren:',
    other: '{total} Bestellungen ließen sich nicht als bezahlt markieren:',
  },
  '{total} orders could not be put back:': {
    one: '{total} Bestellung ließ sich nicht zurücksetzen:',
    other: '{total} Bestellungen ließen sich nicht zurücksetzen:',
  },
  '{total} emails had gone out: tell the customer:': {
    one: '{total} E-Mail war schon versendet. Sagen Sie dem Kunden Bescheid:',
    other: '{total} E-Mails waren schon versendet. Sagen Sie den Kunden Bescheid:',
  },
  'No email went out.': 'Es ging keine E-Mail hinaus.',

  // The page of an order
  to: 'nach',
  Emails: 'E-Mails',
  History: 'Verlauf',
  'Items ordered': 'Bestellte Artikel',
  'VAT of': 'Umsatzsteuer von',
  'due by {day}': 'fällig am {day}',
  Collects: 'Abholung',
  'VAT ID check': 'Prüfung der USt-IdNr.',
  'What is owed and where it goes': 'Was zu zahlen ist und wohin es geht',
  'What is owed': 'Zu zahlen',
  'Where it goes': 'Wohin es geht',
  'Packing slip': 'Packzettel',
  'The confirmation is on its way again.': 'Die Bestätigung ist noch einmal unterwegs.',

  // Its next step
  'Next step': 'Nächster Schritt',
  'Other steps': 'Andere Schritte',
  'Nothing is left to do.': 'Es ist nichts mehr zu tun.',
  'Marked as shipped.': 'Als versendet markiert.',
  'Marked as delivered.': 'Als geliefert markiert.',
  'Save tracking number': 'Sendungsnummer speichern',
  'Tracking number saved. We email the customer if it has changed.':
    'Sendungsnummer gespeichert. Wenn sie sich geändert hat, erhält der Kunde eine E-Mail.',
  'Even if refunded': 'Auch wenn erstattet',
  'The customer sees that you are preparing this order.': 'Der Kunde sieht, dass Sie diese Bestellung vorbereiten.',
  'Back to preparing': 'Zurück zur Vorbereitung',
  'Back to shipped': 'Zurück zu „Versendet“',
  'Back to ready': 'Zurück zu „Abholbereit“',
  'Mark as collected': 'Als abgeholt markieren',
  'Do not put it back into stock: broken, or gone': 'Nicht zurück ins Lager: defekt oder weg',
  'Do not put {name} back into stock: broken, or gone': '{name} nicht zurück ins Lager: defekt oder weg',
  'Cancel this order? What is not ticked goes back into stock, and we email the customer.':
    'Diese Bestellung stornieren? Was nicht angekreuzt ist, kommt zurück ins Lager, und der Kunde erhält ' +
    'eine E-Mail.',
  'Order cancelled. We email the customer.': 'Bestellung storniert. Der Kunde erhält eine E-Mail.',
  Line: 'Position',
  'Mark as unpaid': 'Als unbezahlt markieren',
  'Mark as refunded': 'Als erstattet markieren',
  'Mark as paid?': 'Als bezahlt markieren?',
  'Mark as unpaid?': 'Als unbezahlt markieren?',
  'Mark as refunded?': 'Als erstattet markieren?',
  'Marked as paid.': 'Als bezahlt markiert.',
  'Marked as unpaid.': 'Als unbezahlt markiert.',
  'Marked as refunded.': 'Als erstattet markiert.',
  "Did you send back all that is due? The customer gets an email. You can't undo this.":
    'Haben Sie alles zurückgezahlt, was zu erstatten ist? Der Kunde erhält eine E-Mail. Das lässt sich nicht ' +
    'rückgängig machen.',
  'All the money for this order goes back to the customer. Cancel the order, so that nobody packs it.':
    'Das ganze Geld für diese Bestellung geht an den Kunden zurück. Stornieren Sie sie, damit niemand sie ' + 'packt.',
  'Prepare it all the same': 'Trotzdem vorbereiten',
  'All the money for this order goes back. Prepare it all the same?':
    'Das ganze Geld für diese Bestellung geht zurück. Trotzdem vorbereiten?',
  'Ship it all the same': 'Trotzdem versenden',
  'All the money for this order goes back. Mark it as shipped all the same?':
    'Das ganze Geld für diese Bestellung geht zurück. Trotzdem als versendet markieren?',
  '{due} of this order are still due. Mark it as shipped all the same?':
    'Von dieser Bestellung sind noch {due} offen. Trotzdem als versendet markieren?',
  '{sum} goes back by bank transfer. Make it at your bank, and say in the list that you have sent it.':
    '{sum} gehen per Überweisung zurück. Überweisen Sie bei Ihrer Bank, und vermerken Sie es dann in der ' + 'Liste.',

  // Its history. Each follows the name of who did it
  'The customer': 'Der Kunde',
  'The API key {name}': 'Der API-Schlüssel {name}',
  'placed the order.': 'hat die Bestellung aufgegeben.',
  'started to prepare it.': 'hat mit der Vorbereitung begonnen.',
  'shipped it.': 'hat sie versendet.',
  'marked it as delivered.': 'hat sie als geliefert markiert.',
  'cancelled it.': 'hat sie storniert.',
  'took the shipment back.': 'hat den Versand zurückgenommen.',
  'took the delivery back.': 'hat die Lieferung zurückgenommen.',
  'recorded the payment.': 'hat die Zahlung vermerkt.',
  'noted a change of the online payment.': 'hat eine Änderung der Online-Zahlung vermerkt.',
  'noted that a part came.': 'hat den Eingang eines Teils vermerkt.',
  'paid a part back.': 'hat einen Teil zurückgezahlt.',
  'took the recorded payment back.': 'hat die vermerkte Zahlung zurückgenommen.',
  'paid the money back.': 'hat das Geld zurückgezahlt.',
  'entered the tracking number {number}.': 'hat die Sendungsnummer {number} eingetragen.',
  'could not refund {sum}.': 'konnte {sum} nicht erstatten.',
  'refunded {sum}.': 'hat {sum} erstattet.',
  'decided to send back {sum} by bank transfer.': 'zahlt {sum} per Überweisung zurück.',
  'decided to send back {sum} by bank transfer ({reason}).': 'zahlt {sum} per Überweisung zurück ({reason}).',
  'noted that the customer does not want the {sum}.': 'hat vermerkt, dass der Kunde {sum} nicht möchte.',
  'sent the transfer of {sum}.': 'hat die Überweisung von {sum} gesendet.',
  'noted that the bank of the customer asked for {sum}.': 'hat vermerkt, dass die Bank des Kunden {sum} zurückfordert.',
  'noted that the bank decided for the shop.': 'hat vermerkt, dass die Bank für den Shop entschieden hat.',
  'noted that the bank took {sum} back.': 'hat vermerkt, dass die Bank {sum} zurückgeholt hat.',
  'noted that the bank asked no more.': 'hat vermerkt, dass die Bank nichts mehr fordert.',

  // Parcels
  'As the delivery method or the number says': 'Wie Versandart oder Nummer es sagen',
  Carrier: 'Versanddienst',
  Pieces: 'Stück',
  'Send a part of it': 'Einen Teil versenden',
  'Send this part': 'Diesen Teil versenden',
  'This part is on its way. The customer gets an email about it.':
    'Dieser Teil ist unterwegs. Der Kunde erhält eine E-Mail dazu.',
  'Take it back': 'Zurücknehmen',
  'The parcel was taken back.': 'Das Paket wurde zurückgenommen.',
  'Parcel {number} has left.': 'Paket {number} ist unterwegs.',
  'Please look': 'Bitte prüfen',
  'the carrier': 'dem Versanddienst',
  'Did it mean {meant}?': 'War {meant} gemeint?',
  '{order} has the number {number} too.': '{order} hat die Nummer {number} ebenfalls.',
  'The last digit does not fit {carrier}. Compare the number with the label.':
    'Die letzte Ziffer passt nicht zu {carrier}. Vergleichen Sie die Nummer mit dem Etikett.',
  'This looks like a number of another carrier than {carrier}.':
    'Das sieht nach einer Nummer eines anderen Versanddienstes als {carrier} aus.',
  'Several carriers have numbers like this. Choose the carrier, so that the customer gets a link.':
    'Mehrere Versanddienste haben solche Nummern. Wählen Sie den Versanddienst, damit der Kunde einen Link ' +
    'erhält.',
  'There is more than one number. Send the pieces in parcels of their own, each with its number.':
    'Das ist mehr als eine Nummer. Versenden Sie die Stücke in eigenen Paketen, jedes mit seiner Nummer.',
  'This looks like a scanner that is set to another keyboard than this computer.':
    'Das sieht nach einem Scanner aus, der auf eine andere Tastatur eingestellt ist als dieser Computer.',

  // Payments to decide about
  'To decide': 'Zu entscheiden',
  As: 'Als',
  'Book the money as it is': 'Das Geld so verbuchen',
  'Book what the provider has taken? You can refund it, and what is missing stays due.':
    'Verbuchen, was der Anbieter eingezogen hat? Sie können es erstatten, und was fehlt, bleibt offen.',
  'The money is booked.': 'Das Geld ist verbucht.',
  'It is closed at the provider': 'Beim Anbieter ist sie beendet',
  'Have you seen at the provider that no money came, and none can come?':
    'Haben Sie beim Anbieter gesehen, dass kein Geld kam und keines mehr kommen kann?',
  'The payment has ended.': 'Die Zahlung ist beendet.',
  Known: 'Bekannt',
  'Is nothing to be done about it?': 'Ist dazu nichts zu tun?',
  'Noted. It is no longer among the payments to look at.':
    'Vermerkt. Sie gehört nicht mehr zu den Zahlungen, die zu prüfen sind.',
  'A refund failed, or was made at the provider.':
    'Eine Erstattung ist fehlgeschlagen oder wurde beim Anbieter vorgenommen.',

  // Papers
  'Back to the order': 'Zurück zur Bestellung',
  'Back to the orders': 'Zurück zu den Bestellungen',
  'Packing slip for order #{id}': 'Packzettel für Bestellung Nr. {id}',
  'Packing slips of {total} orders': 'Packzettel von {total} Bestellungen',
  "We can't find those orders.": 'Wir finden diese Bestellungen nicht.',
  Again: 'Noch einmal',
  Subtotal: 'Zwischensumme',
  // Draft orders
  'Line {number}': 'Position {number}',
  'Not sent': 'Nicht gesendet',
  'Waits for the customer': 'Wartet auf den Kunden',
  Confirmed: 'Bestätigt',
  Withdrawn: 'Zurückgezogen',
  'Draft orders': 'Bestellentwürfe',
  'New draft order': 'Neuer Bestellentwurf',
  'Draft order': 'Bestellentwurf',
  '{total} draft orders': { one: '{total} Bestellentwurf', other: '{total} Bestellentwürfe' },
  'No draft orders match': 'Keine Bestellentwürfe gefunden',
  'No draft orders': 'Keine Bestellentwürfe',
  'Write down what a customer orders by telephone. The customer confirms and pays it by a link.':
    'Schreiben Sie auf, was ein Kunde am Telefon bestellt. Der Kunde bestätigt und bezahlt es über einen Link.',
  'For a customer on the telephone or in the shop. Nothing is ordered before the customer confirms it.':
    'Für einen Kunden am Telefon oder im Laden. Erst wenn der Kunde bestätigt, ist etwas bestellt.',
  'Note to the customer': 'Nachricht an den Kunden',
  'In the email, and beside the button with which the customer orders.':
    'In der E-Mail und neben dem Knopf, mit dem der Kunde bestellt.',
  'The link works for so many days': 'Der Link gilt so viele Tage',
  'The link works until': 'Der Link gilt bis',
  'The first one that goes there': 'Die erste, die dorthin geht',
  'Keep the draft': 'Entwurf speichern',
  'Draft kept. Nothing was sent yet.': 'Entwurf gespeichert. Es wurde noch nichts gesendet.',
  'Change the draft': 'Entwurf ändern',
  'Change this draft': 'Diesen Entwurf ändern',
  'Draft changed. The customer sees it by the same link.': 'Entwurf geändert. Der Kunde sieht ihn über denselben Link.',
  'Send the link by email? A link that was sent before ends.':
    'Den Link per E-Mail senden? Ein früher gesendeter Link gilt dann nicht mehr.',
  'The email is on its way.': 'Die E-Mail ist unterwegs.',
  'Withdraw the draft': 'Entwurf zurückziehen',
  "Withdraw this draft? Its link says so, and it can't be sent again.":
    'Diesen Entwurf zurückziehen? Sein Link sagt es dann, und er kann nicht noch einmal gesendet werden.',
  'Draft withdrawn.': 'Entwurf zurückgezogen.',
  'Order to confirm': 'Bestellung zum Bestätigen',
  'Order for this customer': 'Für diesen Kunden bestellen',
  "We can't find that draft order.": 'Diesen Bestellentwurf gibt es nicht.',
  Changed: 'Geändert',
  Lines: 'Positionen',
} as const
