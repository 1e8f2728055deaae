/** Orders without an account. */
export const guests = {
  'Find your order': 'Ihre Bestellung finden',
  "You have ordered without an account? We'll send a link to your order to the address that you ordered with.":
    'Sie haben ohne Konto bestellt? Wir senden einen Link zu Ihrer Bestellung an die Adresse, mit ' +
    'der Sie bestellt haben.',
  'Send the link': 'Link senden',
  'If number and address fit, an email with a link to the order is on its way. Not there after a minute? Check the spelling and your spam folder, or send it again.':
    'Wenn Nummer und Adresse zusammenpassen, ist eine E-Mail mit einem Link zur Bestellung ' +
    'unterwegs. Nach einer Minute nicht da? Prüfen Sie die Schreibweise und Ihren Spam-Ordner, oder senden Sie ihn noch einmal.',
  'With an account, <a>sign in</a> to see your orders.':
    'Mit einem Konto <a>melden Sie sich an</a>, um Ihre Bestellungen zu sehen.',
  'There is a newer one, or the order belongs to an account now.':
    'Es gibt einen neueren, oder die Bestellung gehört jetzt zu einem Konto.',
  'Send me a new link': 'Neuen Link senden',
  'Correct the address': 'Adresse berichtigen',
  'Emails about this order go to the new address. Links in earlier emails no longer work.':
    'E-Mails zu dieser Bestellung gehen an die neue Adresse. Links in früheren E-Mails gelten nicht mehr.',
  'End the link of this order': 'Link dieser Bestellung beenden',
  'End the link? Nobody can open this order with it any more. A new one goes only to the address of the order.':
    'Link beenden? Niemand kann diese Bestellung mehr damit öffnen. Ein neuer geht nur an die Adresse der Bestellung.',
  'The link has ended.': 'Der Link ist beendet.',
  'Your emails and your link': 'Ihre E-Mails und Ihr Link',
  'Emails about this order go to {email}. They have a link that opens it.':
    'E-Mails zu dieser Bestellung gehen an {email}. Sie enthalten einen Link, der sie öffnet.',
  'With an account you see all your orders in one place: <a>create one</a> with this address, confirm it, and take this order over.':
    'Mit einem Konto sehen Sie alle Ihre Bestellungen an einem Ort: <a>Legen Sie eines an</a> mit ' +
    'dieser Adresse, bestätigen Sie sie, und übernehmen Sie diese Bestellung.',
  'Do you have an account? <a>Sign in</a>': 'Haben Sie ein Konto? <a>Anmelden</a>',
  'The confirmation goes to your address, with a link to your order.':
    'Die Bestätigung geht an Ihre Adresse, mit einem Link zu Ihrer Bestellung.',
  'Ordered without an account? <a>Find your order</a>': 'Ohne Konto bestellt? <a>Bestellung finden</a>',
  'Orders without an account': 'Bestellungen ohne Konto',
  'You have ordered with this address before you had an account: {orders}.':
    'Sie haben mit dieser Adresse bestellt, bevor Sie ein Konto hatten: {orders}.',
  'Add them to my account': 'Zu meinem Konto hinzufügen',
  'The orders are in your account.': 'Die Bestellungen sind in Ihrem Konto.',
  'Delete my data': 'Meine Daten löschen',
  'Delete your data? The order stays in our books without your name and address.':
    'Ihre Daten löschen? Die Bestellung bleibt ohne Ihren Namen und Ihre Adresse in unseren Büchern.',
  'Your data is deleted.': 'Ihre Daten sind gelöscht.',
  'Download my data': 'Meine Daten herunterladen',
} as const
