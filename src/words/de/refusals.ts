/** Reasons why the shop did not do what a customer asked for, in whole sentences. The browser has these words too. */
export const refusals = {
  'The order is already cancelled.': 'Die Bestellung ist schon storniert.',
  'The order is processing and cannot become cancelled; only placed orders can.':
    'Die Bestellung wird schon vorbereitet und lässt sich nicht mehr stornieren. Bitte schreiben Sie uns.',
  'The order is shipped and cannot become cancelled; only placed orders can.':
    'Die Bestellung ist schon versendet und lässt sich nicht mehr stornieren.',
  'The order is delivered and cannot become cancelled; only placed orders can.':
    'Die Bestellung ist schon geliefert und lässt sich nicht mehr stornieren.',
  'The order is shipped and cannot become cancelled; only placed or processing orders can.':
    'Die Bestellung ist schon versendet und lässt sich nicht mehr stornieren.',
  'The order is delivered and cannot become cancelled; only placed or processing orders can.':
    'Die Bestellung ist schon geliefert und lässt sich nicht mehr stornieren.',
  'The order is cancelled.': 'Die Bestellung ist storniert.',
  'The order is paid.': 'Die Bestellung ist bezahlt.',
  'The payment is being stopped. Try again in a moment.':
    'Die Zahlung wird gerade abgebrochen. Versuchen Sie es gleich noch einmal.',
  'The payment is being taken.': 'Die Zahlung wird gerade eingezogen.',
  'The order has a payment already.': 'Für diese Bestellung gibt es schon eine Zahlung.',
  'You have {count} orders that are neither paid nor in process, and no more are allowed. Cancel some, or wait until they are paid.':
    'Sie haben {count} Bestellungen, die weder bezahlt noch in Bearbeitung sind; mehr sind nicht möglich. ' +
    'Stornieren Sie einige, oder warten Sie, bis sie bezahlt sind.',
  'Your network has {count} orders that are neither paid nor in process, and no more are allowed. Cancel some, or wait until they are paid.':
    'Aus Ihrem Netzwerk gibt es {count} Bestellungen, die weder bezahlt noch in Bearbeitung sind; mehr sind ' +
    'nicht möglich. Stornieren Sie einige, oder warten Sie, bis sie bezahlt sind.',
  'With this order you would have {pieces} pieces in orders that are neither paid nor in process, and {most} are allowed. Order less, cancel some, or wait until they are paid.':
    'Mit dieser Bestellung hätten Sie {pieces} Stück in Bestellungen, die weder bezahlt noch in Bearbeitung ' +
    'sind; {most} sind möglich. Bestellen Sie weniger, stornieren Sie einige, oder warten Sie, bis sie bezahlt ' +
    'sind.',
  'With this order your network would have {pieces} pieces in orders that are neither paid nor in process, and {most} are allowed. Order less, cancel some, or wait until they are paid.':
    'Mit dieser Bestellung gäbe es aus Ihrem Netzwerk {pieces} Stück in Bestellungen, die weder bezahlt noch in ' +
    'Bearbeitung sind; {most} sind möglich. Bestellen Sie weniger, stornieren Sie einige, oder warten Sie, bis ' +
    'sie bezahlt sind.',
  '{label} must be invoice. Amounts in {currency} cannot be paid online':
    '{label}: Beträge in {currency} lassen sich nicht online bezahlen',
  '{label} must be invoice. Online payments begin at {least}': '{label}: Online bezahlen können Sie ab {least}',
  '{label} must be invoice. Online payments end at {most}': '{label}: Online bezahlen können Sie bis {most}',
  '{label} must be invoice. {total} cannot be paid online, only multiples of {step}':
    '{label}: {total} lassen sich nicht online bezahlen, nur Vielfache von {step}',
  '{label} must be invoice. This shop takes no payments online': '{label}: Dieser Shop nimmt keine Onlinezahlungen an',
  'Something went wrong on our side. Quote the request id when you ask for help.':
    'Bei uns ist etwas schiefgegangen. Nennen Sie die Vorgangsnummer, wenn Sie um Hilfe bitten.',
  'The service cannot reach its database at the moment. Try again, with the same Idempotency-Key if there was one.':
    'Der Shop erreicht seine Daten gerade nicht. Bitte versuchen Sie es noch einmal.',
  'The service has no room to store anything at the moment. Nothing was changed. Try again later.':
    'Der Shop kann gerade nichts speichern. Es wurde nichts geändert. Bitte versuchen Sie es später wieder.',
  'Another operation holds the data that this request needs. Try again, with the same Idempotency-Key if there was one.':
    'Ein anderer Vorgang braucht gerade dieselben Daten. Bitte versuchen Sie es noch einmal.',
  'The service is read-only at the moment. Nothing was changed. Try again later.':
    'Der Shop nimmt gerade keine Änderungen an. Es wurde nichts geändert. Bitte versuchen Sie es später wieder.',
  'The service has no free connection to its database at the moment. Try again soon.':
    'Der Shop ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  'The service is overloaded at the moment. Try again soon.':
    'Der Shop ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal.',
  'The database did not answer in time, so your request may have been carried out. Try again, with the same Idempotency-Key if there was one.':
    'Die Antwort kam nicht rechtzeitig; es ist offen, ob Ihre Anfrage ausgeführt wurde. Bitte versuchen Sie es noch einmal.',
  'The request body is larger than 1 MiB.': 'Ihre Eingaben sind zu groß: höchstens 1 MB ist möglich.',
  'The address is not a valid URL.': 'Diese Adresse ist keine gültige URL.',
  'Method {method} is not allowed. Use {use}.': 'Die Methode {method} ist hier nicht erlaubt. Verwenden Sie {use}.',
  'This token is from the first sign-in step. Enter the second factor first.':
    'Ihre Anmeldung ist noch nicht abgeschlossen. Geben Sie zuerst den zweiten Faktor ein.',
  'You entered your second factor a while ago. Enter it again, then repeat this request.':
    'Sie haben Ihren zweiten Faktor vor einiger Zeit eingegeben. Geben Sie ihn neu ein und versuchen Sie es dann noch einmal.',
  'There is no such notification, or it is not yours.': 'Diese Nachricht gibt es nicht, oder sie ist nicht Ihre.',
  '{label} must be given only once': '{label} darf nur einmal angegeben werden',
  'We cannot read this request': 'Wir können diese Anfrage nicht lesen',
  'That took too long': 'Das hat zu lange gedauert',
  'That is too large': 'Das ist zu groß',
  'Too many attempts': 'Zu viele Versuche',
  'That did not work': 'Das hat nicht funktioniert',
  '{label} must be a currency of three letters like EUR': '{label} muss eine Währung mit drei Buchstaben sein, wie EUR',
  'This code was already used. Wait for the next one and enter that.':
    'Dieser Code wurde schon verwendet. Warten Sie auf den nächsten und geben Sie diesen ein.',
  '{name}: only {left} left to return.': '{name}: Davon können Sie noch {left} zurückgeben.',
  'This person is staff already.': 'Diese Person arbeitet schon hier.',
  'This invitation was already used or withdrawn, has expired, or is for another address. Ask for a new one.':
    'Diese Einladung wurde schon verwendet oder zurückgezogen, ist abgelaufen oder gilt für eine andere Adresse. Bitten Sie um eine neue.',
  'Your address book has 20 addresses. Remove one that you no longer use.':
    'Ihr Adressbuch hat 20 Adressen. Entfernen Sie eine, die Sie nicht mehr brauchen.',
  'Your address book has this address already.': 'Ihr Adressbuch hat diese Adresse schon.',
  'There is no such address in your address book.': 'Diese Adresse ist nicht in Ihrem Adressbuch.',
  '{label} has a wrong digit. Check its letters and digits':
    '{label} hat eine falsche Ziffer. Prüfen Sie Buchstaben und Ziffern',
  'There is no such order, or its link has ended.': 'Diese Bestellung gibt es nicht, oder ihr Link gilt nicht mehr.',
  'This order belongs to an account now. Sign in.': 'Diese Bestellung gehört jetzt zu einem Konto. Melden Sie sich an.',
  'This link has ended. A newer email has another one, or ask the shop to send it again.':
    'Dieser Link gilt nicht mehr. Eine neuere E-Mail enthält einen anderen, oder bitten Sie den Shop um ' +
    'einen neuen.',
  'This order is open. Its data can be deleted when it is delivered and paid, or cancelled, and nothing comes back anymore.':
    'Diese Bestellung ist noch offen. Ihre Daten lassen sich löschen, wenn sie geliefert und bezahlt oder ' +
    'storniert ist und nichts mehr zurückkommt.',
  '{label} must not be the name of this shop': '{label} darf nicht der Name dieses Shops sein',
  '{label} is published; choose another': '{label} ist veröffentlicht; wählen Sie etwas anderes',
  '{label} is among the most common ones, which attackers try first; choose another':
    '{label} gehört zu den häufigsten, die Angreifer zuerst probieren; wählen Sie ein anderes',
  '{label} must not be your email address or your name': '{label} darf weder Ihre E-Mail-Adresse noch Ihr Name sein',
  'Staff ask an admin of the shop to reset their second factors.':
    'Mitarbeiter bitten einen Administrator des Shops, ihre zweiten Faktoren zurückzusetzen.',
  'This account has no second factor yet. Sign in, and set one up.':
    'Dieses Konto hat noch keinen zweiten Faktor. Melden Sie sich an und richten Sie einen ein.',
  'Nobody has confirmed the email address of this account, so no link can go there. Write to the shop.':
    'Die E-Mail-Adresse dieses Kontos wurde nie bestätigt, daher kann kein Link dorthin gehen. Schreiben ' +
    'Sie dem Shop.',
  'This account has a second factor. Sign in with it, then add a passkey to your account.':
    'Dieses Konto hat einen zweiten Faktor. Melden Sie sich damit an und fügen Sie dann einen Passkey hinzu.',
  'The email address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'Sign in first.': 'Melden Sie sich zuerst an.',
  '{label} names no product': '{label} ist kein Produkt',
  '{label} must be one of the choices': '{label} muss aus der Auswahl sein',
  '{label} is not known. {hint}': '{label} ist unbekannt. {hint}',
  '{label} is not known': '{label} ist unbekannt',
  'There is no such return.': 'Diese Rücksendung gibt es nicht.',
  'There is no such order.': 'Diese Bestellung gibt es nicht.',
  '{label} must be at least {limit}, the pieces that are shipped':
    '{label} muss mindestens {limit} sein; so viele Stück sind versendet',
  'This transfer is in a file for the bank, so its account cannot change anymore.':
    'Diese Überweisung steht schon in einer Datei für die Bank, daher lässt sich das Konto nicht mehr ändern.',
  'This account has no phone for codes by text message.': 'Dieses Konto hat kein Telefon für Codes per SMS.',
  'Nobody has asked for recovery of this account, or the request has ended.':
    'Niemand hat die Wiederherstellung dieses Kontos angefordert, oder die Anfrage ist beendet.',
  'This link is incomplete. Copy the whole link from the email.':
    'Dieser Link ist unvollständig. Kopieren Sie den ganzen Link aus der E-Mail.',
} as const
