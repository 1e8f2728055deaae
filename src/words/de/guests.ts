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
  'Your account at {name}': 'Ihr Konto bei {name}',
  'you asked for an account. There is one with this address: sign in, and add your orders to it.':
    'Sie möchten ein Konto. Es gibt schon eines mit dieser Adresse: Melden Sie sich an, und fügen Sie Ihre Bestellungen hinzu.',
  'you asked for an account, so that you find your orders in one place. Here you create it with one touch.':
    'Sie möchten ein Konto, damit Sie Ihre Bestellungen an einem Ort finden. Hier legen Sie es mit einer Berührung an.',
  'There is an account with this address.': 'Es gibt ein Konto mit dieser Adresse.',
  'The link is valid for a day.': 'Der Link gilt einen Tag lang.',
  'Create my account': 'Mein Konto anlegen',
  "If you didn't ask for this, ignore this email. Nothing changes.":
    'Wenn Sie das nicht wollten, ignorieren Sie diese E-Mail. Es ändert sich nichts.',
  'You get this email because someone asked for it on the page of an order with this address.':
    'Sie erhalten diese E-Mail, weil jemand sie auf der Seite einer Bestellung mit dieser Adresse angefordert hat.',
  "We've sent you an email. Its link creates your account with one touch.":
    'Wir haben Ihnen eine E-Mail gesendet. Ihr Link legt Ihr Konto mit einer Berührung an.',
  'With an account you see all your orders in one place, and do not type your address again.':
    'Mit einem Konto sehen Sie alle Bestellungen an einem Ort und geben Ihre Adresse nicht noch einmal ein.',
  'Create your account': 'Ihr Konto anlegen',
  'Everything is filled in from your order.': 'Alles ist aus Ihrer Bestellung übernommen.',
  'Use a password instead': 'Stattdessen ein Passwort verwenden',
  "Choose a password. Next you'll set up an authenticator app (Google Authenticator, 1Password …).":
    'Wählen Sie ein Passwort. Danach richten Sie eine Authenticator-App ein (Google Authenticator, 1Password …).',
  'This link is for {email}.': 'Dieser Link ist für {email}.',
  'You have an account with this address. Your orders can be added to it.':
    'Sie haben ein Konto mit dieser Adresse. Ihre Bestellungen können hinzugefügt werden.',
  'It is older than a day, for an earlier address, or the order belongs to an account now.':
    'Er ist älter als ein Tag, gilt für eine frühere Adresse, oder die Bestellung gehört jetzt zu einem Konto.',
  // Orders that the shop has written down, and the customer confirms
  'as agreed, we have prepared an order for you. Please look at it, and confirm it by {until}. Nothing is ordered before.':
    'wie besprochen haben wir eine Bestellung für Sie vorbereitet. Bitte sehen Sie sie an und ' +
    'bestätigen Sie sie bis {until}. Vorher ist nichts bestellt.',
  'Your order at {name}: please confirm': 'Ihre Bestellung bei {name}: bitte bestätigen',
  '{total}. Nothing is ordered before you confirm.': '{total}. Erst mit Ihrer Bestätigung ist etwas bestellt.',
  'Please confirm your order': 'Bitte bestätigen Sie Ihre Bestellung',
  'Look at the order': 'Bestellung ansehen',
  'You have ordered nothing? Then do nothing: without your confirmation, nothing is ordered.':
    'Sie haben nichts bestellt? Dann tun Sie nichts: Ohne Ihre Bestätigung ist nichts bestellt.',
  'You get this email because you ordered from us by telephone or in person.':
    'Sie erhalten diese E-Mail, weil Sie telefonisch oder persönlich bei uns bestellt haben.',
  'We have prepared this order for you. Nothing is ordered before you press the button.':
    'Wir haben diese Bestellung für Sie vorbereitet. Erst wenn Sie den Knopf drücken, ist sie aufgegeben.',
  'You can confirm it until {until}.': 'Sie können sie bis {until} bestätigen.',
  'A note for you': 'Eine Nachricht für Sie',
  "This order can't be confirmed as it is.": 'Diese Bestellung lässt sich so nicht bestätigen.',
  'Please <a>write to us</a>, and we change it.': 'Bitte <a>schreiben Sie uns</a>, und wir ändern sie.',
  'You have confirmed this order already. We have sent you an email about it.':
    'Sie haben diese Bestellung schon bestätigt. Wir haben Ihnen dazu eine E-Mail gesendet.',
  'The shop has withdrawn this order. Nothing was ordered.':
    'Der Shop hat diese Bestellung zurückgezogen. Es wurde nichts bestellt.',
  'The time to confirm this order is over. Nothing was ordered. Ask us, and we send it again.':
    'Die Zeit, diese Bestellung zu bestätigen, ist vorbei. Es wurde nichts bestellt. Fragen Sie uns, und wir senden sie noch einmal.',
  'There is a newer link in a later email, or this order is being changed.':
    'In einer späteren E-Mail steht ein neuerer Link, oder die Bestellung wird gerade geändert.',
  'See your order': 'Ihre Bestellung ansehen',
  'Please <a>write to us</a> if you have a question.': 'Bitte <a>schreiben Sie uns</a>, wenn Sie eine Frage haben.',
  'Your order to confirm': 'Ihre Bestellung zum Bestätigen',
} as const
