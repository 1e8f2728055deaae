/** Emails and text messages. */
export const emails = {
  'Hello {name},': 'Guten Tag {name},',
  'Hello,': 'Guten Tag,',
  Unsubscribe: 'Abbestellen',
  Item: 'Artikel',
  Amount: 'Betrag',
  Total: 'Summe',
  'Thank you for your order of {total}.': 'Vielen Dank für Ihre Bestellung über {total}.',
  'Thank you for your order': 'Vielen Dank für Ihre Bestellung',
  'we have received order #{id} and are getting it ready.':
    'wir haben Ihre Bestellung Nr. {id} erhalten und bereiten sie vor.',
  'we have received order #{id}. We wait for your payment, and start when it has come.':
    'wir haben Ihre Bestellung Nr. {id} erhalten. Wir warten auf Ihre Zahlung und beginnen, sobald sie da ist.',
  'Nothing will be shipped.': 'Es wird nichts versendet.',
  'Nothing will be shipped. What you paid goes back to you.':
    'Es wird nichts versendet. Was Sie bezahlt haben, erhalten Sie zurück.',
  'Nothing will be shipped. What you paid has gone back to you.':
    'Es wird nichts versendet. Was Sie bezahlt haben, ging an Sie zurück.',
  'we have received order #{id}, and it is on its way to you.':
    'wir haben Ihre Bestellung Nr. {id} erhalten, und sie ist auf dem Weg zu Ihnen.',
  'we have received order #{id}, and it has been delivered.':
    'wir haben Ihre Bestellung Nr. {id} erhalten, und sie wurde geliefert.',
  'we have received order #{id}. It has been cancelled since, so nothing will be shipped.':
    'wir haben Ihre Bestellung Nr. {id} erhalten. Sie wurde inzwischen storniert, es wird also nichts versendet.',
  'Changed your mind? You can cancel the order until we start preparing it.':
    'Sie haben es sich anders überlegt? Sie können die Bestellung stornieren, bis wir mit der Vorbereitung beginnen.',
  'Order #{id} has been shipped': 'Ihre Bestellung Nr. {id} wurde versendet',
  'Tracking number {trackingNumber}': 'Sendungsnummer {trackingNumber}',
  'Order #{id} is ready to collect': 'Ihre Bestellung Nr. {id} liegt bereit',
  'You can collect it now.': 'Sie können sie jetzt abholen.',
  'Your order is ready': 'Ihre Bestellung liegt bereit',
  'order #{id} is ready. You can collect it now.':
    'Ihre Bestellung Nr. {id} liegt bereit. Sie können sie jetzt abholen.',
  'we have received order #{id} and are getting it ready. We write as soon as you can collect it.':
    'wir haben Ihre Bestellung Nr. {id} erhalten und bereiten sie vor. Wir schreiben Ihnen, sobald Sie sie abholen können.',
  'we have received order #{id}, and it is ready to collect.':
    'wir haben Ihre Bestellung Nr. {id} erhalten, und sie liegt zur Abholung bereit.',
  'we have received order #{id}, and you have collected it.':
    'wir haben Ihre Bestellung Nr. {id} erhalten, und Sie haben sie abgeholt.',
  'It is on its way to you.': 'Sie ist auf dem Weg zu Ihnen.',
  'Your order is on its way': 'Ihre Bestellung ist unterwegs',
  'we have handed order #{id} to the carrier.': 'wir haben Ihre Bestellung Nr. {id} dem Versanddienst übergeben.',
  'A part of order #{id} has been shipped': 'Ein Teil Ihrer Bestellung Nr. {id} wurde versendet',
  'A part of your order is on its way': 'Ein Teil Ihrer Bestellung ist unterwegs',
  'we have handed a part of order #{id} to the carrier. The rest follows in a parcel of its own.':
    'wir haben einen Teil Ihrer Bestellung Nr. {id} dem Versanddienst übergeben. Der Rest folgt in einem eigenen Paket.',
  'In this parcel: {pieces}': 'In diesem Paket: {pieces}',
  'Still to come: {pieces}': 'Kommt noch: {pieces}',
  'Order #{id} has a new tracking number': 'Ihre Bestellung Nr. {id} hat eine neue Sendungsnummer',
  'Your new tracking number': 'Ihre neue Sendungsnummer',
  'please use this number to follow order #{id}.': 'bitte verfolgen Sie Ihre Bestellung Nr. {id} mit dieser Nummer.',
  'Nothing will be shipped, and we refund the {total} you paid.':
    'Es wird nichts versendet, und wir erstatten die bezahlten {total}.',
  "Nothing will be shipped and you won't be charged.": 'Es wird nichts versendet und nichts berechnet.',
  'Order #{id} has been cancelled': 'Ihre Bestellung Nr. {id} wurde storniert',
  'Your order has been cancelled': 'Ihre Bestellung wurde storniert',
  'order #{id} has been cancelled. {outcome}': 'Ihre Bestellung Nr. {id} wurde storniert. {outcome}',
  "If you didn't expect this, reply to this email and we'll look into it.":
    'Wenn Sie das nicht erwartet haben, antworten Sie auf diese E-Mail. Wir kümmern uns darum.',
  'You get this email because you placed order #{id}.':
    'Sie erhalten diese E-Mail, weil Sie die Bestellung Nr. {id} aufgegeben haben.',
  Order: 'Bestellung',
  Placed: 'Bestellt',
  'Deliver to': 'Lieferung an',
  Payment: 'Zahlung',
  'Your note': 'Ihre Notiz',
  Tracking: 'Sendungsnummer',
  Paid: 'Bezahlt',
  'Refund due': 'Erstattung steht aus',
  Refunded: 'Erstattet',
  'Nothing to pay': 'Nichts zu zahlen',
  'View your order': 'Bestellung ansehen',
  'In stock: {name}': 'Wieder da: {name}',
  'You asked us to tell you once.': 'Sie wollten einmal Bescheid bekommen.',
  'You can order it now': 'Sie können es jetzt bestellen',
  '{name} ({sku}) is in stock, at {price}.': '{name} ({sku}) ist wieder da, für {price}.',
  'View the product': 'Produkt ansehen',
  "We can't keep one for you. This is the only email about it, unless you ask again.":
    'Wir können keines für Sie zurücklegen. Dies ist die einzige E-Mail dazu, wenn Sie nicht erneut darum bitten.',
  'You get this email because you asked us to tell you when this product is in stock.':
    'Sie erhalten diese E-Mail, weil Sie wissen wollten, wann dieses Produkt wieder da ist.',
  'Order Confirmation #{id}': 'Bestellbestätigung Nr. {id}',
  'Reset your password': 'Neues Passwort festlegen',
  'The link works once, for 30 minutes.': 'Der Link gilt einmal, 30 Minuten lang.',
  'we received a request to reset your password.': 'wir wurden gebeten, Ihr Passwort zurückzusetzen.',
  'Choose a new password': 'Neues Passwort wählen',
  'The link works once and is valid for 30 minutes.': 'Der Link funktioniert einmal und gilt 30 Minuten.',
  'Your registration is not finished: when you sign in next, you set up your authenticator app anew.':
    'Ihre Registrierung ist noch nicht abgeschlossen: Bei der nächsten Anmeldung richten Sie Ihre Authenticator-App neu ein.',
  'You will still need your passkey or a code to sign in.':
    'Zur Anmeldung brauchen Sie weiterhin auch Ihren Passkey oder einen Code.',
  "If you didn't ask for this, ignore this email. Your password won't change.":
    'Wenn Sie nicht darum gebeten haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  'You get this email because a password reset was requested for your account.':
    'Sie erhalten diese E-Mail, weil für Ihr Konto ein neues Passwort angefordert wurde.',
  'Welcome to {name}': 'Willkommen bei {name}',
  'Your account is ready.': 'Ihr Konto ist bereit.',
  'Welcome, {userName}': 'Willkommen, {userName}',
  Welcome: 'Willkommen',
  'Your account is ready, and two-step verification is set up. You can order right away.':
    'Ihr Konto ist bereit, und die Bestätigung in zwei Schritten ist eingerichtet. Sie können sofort bestellen.',
  'Confirm this address': 'Adresse bestätigen',
  'Keep your recovery codes in a safe place. They sign you in if you lose your phone.':
    'Bewahren Sie Ihre Wiederherstellungscodes sicher auf. Mit ihnen melden Sie sich an, wenn Sie Ihr Telefon verlieren.',
  'You get this email because someone created an account with this address.':
    'Sie erhalten diese E-Mail, weil jemand mit dieser Adresse ein Konto angelegt hat.',
  'Your email address has been changed': 'Ihre E-Mail-Adresse wurde geändert',
  'This is the new email address of your account.': 'Dies ist die neue E-Mail-Adresse Ihres Kontos.',
  'This is your new address': 'Dies ist Ihre neue Adresse',
  'this is now the email address of your account. Use it to sign in.':
    'dies ist jetzt die E-Mail-Adresse Ihres Kontos. Melden Sie sich damit an.',
  'You get this email because this address was entered for an account.':
    'Sie erhalten diese E-Mail, weil diese Adresse für ein Konto eingegeben wurde.',
  'Confirm your email address': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'One click, and your address is confirmed.': 'Ein Klick, und Ihre Adresse ist bestätigt.',
  'Confirm your address': 'Bestätigen Sie Ihre Adresse',
  'you asked for a new link to confirm this address.':
    'Sie haben einen neuen Link angefordert, um diese Adresse zu bestätigen.',
  'You get this email because someone asked for it on the account page.':
    'Sie erhalten diese E-Mail, weil jemand sie auf der Kontoseite angefordert hat.',
  'your account and your personal data are deleted, as you asked. We must keep our books: your orders stay without your name and address, but with their country. Your invoices stay as they are for as long as the law asks.':
    'Ihr Konto und Ihre persönlichen Daten sind gelöscht, wie gewünscht. Wir müssen unsere Bücher führen: Ihre ' +
    'Bestellungen bleiben ohne Namen und Adresse, aber mit ihrem Land erhalten. Ihre Rechnungen bewahren wir ' +
    'unverändert auf, solange das Gesetz es verlangt.',
  'Your account was deleted': 'Ihr Konto wurde gelöscht',
  'This is the last email about it.': 'Dies ist die letzte E-Mail dazu.',
  'You can create a new account at any time.': 'Sie können jederzeit ein neues Konto anlegen.',
  'Visit the shop': 'Zum Shop',
  "If this wasn't you, reply to this email.": 'Wenn Sie das nicht waren, antworten Sie auf diese E-Mail.',
  'You get this email because your account was deleted. It is the last one.':
    'Sie erhalten diese E-Mail, weil Ihr Konto gelöscht wurde. Es ist die letzte.',
  'This address was not confirmed, so we have kept the messages that were sent to us from it without signing in.':
    'Diese Adresse war nicht bestätigt. Deshalb haben wir die Nachrichten behalten, die uns von ihr ohne Anmeldung geschickt wurden.',
  'You have never had an account with us? Then somebody else has entered your address.':
    'Sie hatten nie ein Konto bei uns? Dann hat jemand anderes Ihre Adresse eingegeben.',
  'This account is not mine': 'Dieses Konto ist nicht meins',
  'we were asked to reset your second factors because you lost them. They no longer work. Sign in with your password and the recovery code we gave you, then set up a new one.':
    'wir wurden gebeten, Ihre zweiten Faktoren zurückzusetzen, weil Sie sie verloren haben. Sie gelten nicht ' +
    'mehr. Melden Sie sich mit Ihrem Passwort und dem Wiederherstellungscode an, den Sie von uns haben, und ' +
    'richten Sie dann einen neuen Faktor ein.',
  'Your second factors have been reset': 'Ihre zweiten Faktoren wurden zurückgesetzt',
  "If this wasn't you, tell us right away.": 'Wenn Sie das nicht waren, sagen Sie uns sofort Bescheid.',
  "If this wasn't you, reply to this email right away.":
    'Wenn Sie das nicht waren, antworten Sie sofort auf diese E-Mail.',
  'You get this email because the second factors of your account were reset.':
    'Sie erhalten diese E-Mail, weil die zweiten Faktoren Ihres Kontos zurückgesetzt wurden.',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'your password was changed.': 'Ihr Passwort wurde geändert.',
  'A sign-in method was added': 'Eine Anmeldemethode wurde hinzugefügt',
  'a sign-in method was added to your account.': 'Ihrem Konto wurde eine Anmeldemethode hinzugefügt.',
  'A sign-in method was removed': 'Eine Anmeldemethode wurde entfernt',
  'a sign-in method was removed from your account.': 'aus Ihrem Konto wurde eine Anmeldemethode entfernt.',
  'New recovery codes were created': 'Neue Wiederherstellungscodes wurden erstellt',
  'new recovery codes were created for your account.': 'für Ihr Konto wurden neue Wiederherstellungscodes erstellt.',
  'someone signed in to your account from a new device on {time}.':
    'am {time} hat sich jemand von einem neuen Gerät in Ihrem Konto angemeldet.',
  'New sign-in to your account': 'Neue Anmeldung in Ihrem Konto',
  "someone entered your password and then several wrong codes, the last one on {time}. They didn't get in.":
    'jemand hat Ihr Passwort und danach mehrere falsche Codes eingegeben, zuletzt am {time}. Die Anmeldung ist nicht gelungen.',
  'Someone may know your password': 'Jemand kennt vielleicht Ihr Passwort',
  'Your password was right, but the codes were wrong.': 'Ihr Passwort war richtig, aber die Codes waren falsch.',
  'If this was you, you need not do anything.': 'Wenn Sie das waren, müssen Sie nichts tun.',
  "If this wasn't you, choose a new password now, and change it wherever else you use it.":
    'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort, und ändern Sie es überall, wo Sie es sonst benutzen.',
  'authenticator app': 'Authenticator-App',
  phone: 'Telefon',
  'hardware token': 'Hardware-Token',
  passkey: 'Passkey',
  '100 wrong codes were entered in a row, so the codes of these methods no longer sign you in: {methods}.':
    '100 falsche Codes wurden nacheinander eingegeben. Deshalb melden die Codes dieser Methoden Sie nicht mehr an: {methods}.',
  'A sign-in method was disabled': 'Eine Anmeldemethode wurde deaktiviert',
  'Too many wrong codes were entered in a row.': 'Zu viele falsche Codes wurden nacheinander eingegeben.',
  'Sign in with another method or a recovery code. Then remove the disabled one and add it again.':
    'Melden Sie sich mit einer anderen Methode oder einem Wiederherstellungscode an. Entfernen Sie dann die ' +
    'deaktivierte, und fügen Sie sie neu hinzu.',
  "If you didn't enter these codes, someone may know your password. Choose a new one now. If you can't sign in, reply to this email.":
    'Wenn Sie diese Codes nicht eingegeben haben, kennt vielleicht jemand Ihr Passwort. Wählen Sie jetzt ein ' +
    'neues. Wenn Sie sich nicht anmelden können, antworten Sie auf diese E-Mail.',
  'You get this email because it is about the security of your account.':
    'Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Kontos geht.',
  'Check your account': 'Konto prüfen',
  "If this wasn't you, act now.": 'Wenn Sie das nicht waren, handeln Sie jetzt.',
  "If this wasn't you, choose a new password now, and reply to this email.":
    'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort, und antworten Sie auf diese E-Mail.',
  'You get this email because you have an account with us.':
    'Sie erhalten diese E-Mail, weil Sie ein Konto bei uns haben.',
  'Contact message from {name}': 'Nachricht von {name}',
  'A message from the contact form': 'Eine Nachricht aus dem Kontaktformular',
  From: 'Von',
  Received: 'Eingegangen',
  'Reply to this email to answer the person who wrote.':
    'Antworten Sie auf diese E-Mail, um der Person zu antworten, die geschrieben hat.',
  'You get this email because contact messages go to this address.':
    'Sie erhalten diese E-Mail, weil Kontaktnachrichten an diese Adresse gehen.',
  'Your message to {name}': 'Ihre Nachricht an {name}',
  'Our answer to your message': 'Unsere Antwort auf Ihre Nachricht',
  'You wrote on {time}:': 'Sie schrieben am {time}:',
  'You get this email because you wrote to us. Reply to it to write again.':
    'Sie erhalten diese E-Mail, weil Sie uns geschrieben haben. Antworten Sie darauf, um uns wieder zu schreiben.',
  'It answered 410 (Gone), so it wants no more events.':
    'Er hat mit 410 (Gone) geantwortet, will also keine Ereignisse mehr.',
  'Every attempt in the last three days failed.': 'Alle Versuche der letzten drei Tage sind fehlgeschlagen.',
  'A webhook has been disabled': 'Ein Webhook wurde deaktiviert',
  'We no longer send events to {url}. {reason}': 'Wir schicken keine Ereignisse mehr an {url}. {reason}',
  'See the webhook': 'Webhook ansehen',
  'No event is lost. When you enable the webhook, it continues where it stopped.':
    'Kein Ereignis geht verloren. Wenn Sie den Webhook wieder aktivieren, macht er dort weiter, wo er aufgehört hat.',
  'You get this email because you look after this webhook.':
    'Sie erhalten diese E-Mail, weil Sie sich um diesen Webhook kümmern.',
  'Test: {subject}': 'Test: {subject}',
  '{code} is your code for {shop}. It is valid for 5 minutes.': '{code} ist Ihr Code für {shop}. Er gilt 5 Minuten.',
  'We never ask you for it by phone or email.': 'Wir fragen Sie nie per Telefon oder E-Mail danach.',
  'You are invited to work at {name}': 'Sie sind eingeladen, bei {name} zu arbeiten',
  'The link works once, until {time}.': 'Der Link gilt einmal, bis {time}.',
  'Join {name}': 'Arbeiten Sie bei {name} mit',
  '{person} invites you to work in the shop {name}.': '{person} lädt Sie ein, im Shop {name} zu arbeiten.',
  'You are invited to work in the shop {name}.': 'Sie sind eingeladen, im Shop {name} zu arbeiten.',
  'You choose a password and set up a second factor, and then you can begin.':
    'Sie wählen ein Passwort und richten einen zweiten Faktor ein, dann können Sie beginnen.',
  "If you don't know what this is about, ignore this email.":
    'Wenn Sie nicht wissen, worum es geht, ignorieren Sie diese E-Mail.',
  'You get this email because an admin of this shop entered your address.':
    'Sie erhalten diese E-Mail, weil ein Administrator dieses Shops Ihre Adresse eingegeben hat.',
  'New order #{id}: {total}': 'Neue Bestellung Nr. {id}: {total}',
  'Sign-in method': 'Anmeldemethode',
  Time: 'Zeit',
  'New order #{id}': 'Neue Bestellung Nr. {id}',
  'Open the order': 'Bestellung öffnen',
  'Open the orders': 'Bestellungen öffnen',
  'And more': 'Und weitere',
  'Orders of {day}: {count}': 'Bestellungen vom {day}: {count}',
  'Orders of {day}': 'Bestellungen vom {day}',
  'You get this email because the shop wants to hear of new orders. Its settings say how often.':
    'Sie erhalten diese E-Mail, weil der Shop von neuen Bestellungen erfahren will. Wie oft, steht in seinen Einstellungen.',
  'You get this email because you asked us for news.':
    'Sie erhalten diese E-Mail, weil Sie Neuigkeiten abonniert haben.',
  'Somebody who works for {name} wants answers of customers to come to this address.':
    'Jemand, der für {name} arbeitet, möchte, dass Antworten von Kunden an diese Adresse gehen.',
  'Somebody who works for {name} wants emails about new orders, with names of customers, to come to this address.':
    'Jemand, der für {name} arbeitet, möchte, dass E-Mails über neue Bestellungen, mit Namen von Kunden, an diese Adresse gehen.',
  'Confirm this address for {name}': 'Bestätigen Sie diese Adresse für {name}',
  'Nothing else comes here before you confirm.': 'Vor Ihrer Bestätigung kommt hier nichts weiter an.',
  'The link works until {time}.': 'Der Link gilt bis {time}.',
  'You get this email because somebody who works for this shop entered your address.':
    'Sie erhalten diese E-Mail, weil jemand, der für diesen Shop arbeitet, Ihre Adresse eingegeben hat.',
  'Answers of customers to emails of {name} will come to {email}.':
    'Antworten von Kunden auf E-Mails von {name} gehen dann an {email}.',
  'Emails of {name} about new orders, with names of customers, will come to {email}.':
    'E-Mails von {name} über neue Bestellungen, mit Namen von Kunden, gehen dann an {email}.',
  'It has expired, or the shop no longer wants to write to this address.':
    'Er ist abgelaufen, oder der Shop möchte nicht mehr an diese Adresse schreiben.',
  'Thank you. This address is confirmed.': 'Vielen Dank. Diese Adresse ist bestätigt.',
} as const
