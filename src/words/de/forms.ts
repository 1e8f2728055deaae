/** Texts of forms, and the reasons why one was refused. The browser has these texts too. */
export const forms = {
  'Error: {title}': 'Fehler: {title}',
  '(optional)': '(freiwillig)',
  'Go back': 'Zurück',
  Close: 'Schließen',
  Yes: 'Ja',
  'There is a problem': 'Das hat nicht geklappt',
  'There is a problem with:': 'Bitte prüfen Sie:',
  'Sign in to continue': 'Melden Sie sich an, um fortzufahren',
  Copied: 'Kopiert',
  'Unsaved changes': 'Nicht gespeicherte Änderungen',
  '{count} unsaved changes': {
    one: '{count} Änderung nicht gespeichert',
    other: '{count} Änderungen nicht gespeichert',
  },
  Discard: 'Verwerfen',
  'Save all': 'Alles speichern',
  'All changes saved.': 'Alle Änderungen sind gespeichert.',
  'Discard all unsaved changes on this page?': 'Alle nicht gespeicherten Änderungen dieser Seite verwerfen?',
  'Your browser did not allow copying.': 'Ihr Browser hat das Kopieren nicht erlaubt.',
  'Too many attempts. Try again in {wait}.': 'Zu viele Versuche. Versuchen Sie es in {wait} wieder.',
  'Please try again in {wait}.': 'Bitte versuchen Sie es in {wait} wieder.',
  'a second': 'einer Sekunde',
  '{count} seconds': { one: '{count} Sekunde', other: '{count} Sekunden' },
  '{count} minutes': { one: '{count} Minute', other: '{count} Minuten' },
  '{count} hours': { one: '{count} Stunde', other: '{count} Stunden' },
  'Reference: {id}': 'Vorgangsnummer: {id}',
  "You've been signed out. Sign in to continue.": 'Sie wurden abgemeldet. Melden Sie sich an, um fortzufahren.',
  "Confirm it's you to continue.": 'Bestätigen Sie, dass Sie es sind, um fortzufahren.',
  'We already accepted this form before you changed it. To send your changes too, press the button again.':
    'Wir haben dieses Formular schon angenommen, bevor Sie es geändert haben. Um auch die Änderungen zu senden, ' +
    'drücken Sie die Schaltfläche noch einmal.',
  'The server gave an answer that could not be read. Nothing you typed is lost; please try again.':
    'Die Antwort des Servers war nicht lesbar. Ihre Eingaben sind nicht verloren; bitte versuchen Sie es noch einmal.',
  'The server could not be reached. Nothing you typed is lost; check your connection and try again.':
    'Der Server ist nicht erreichbar. Ihre Eingaben sind nicht verloren; prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'The server did not answer, so it may or may not have done this. Nothing you typed is lost; please try again.':
    'Der Server hat nicht geantwortet; es ist offen, ob er dies ausgeführt hat. Ihre Eingaben sind nicht ' +
    'verloren; bitte versuchen Sie es noch einmal.',
  'You have changed the text on this page, and not saved it yet. Save it first.':
    'Sie haben den Text auf dieser Seite geändert und noch nicht gespeichert. Speichern Sie ihn zuerst.',
  'We could not verify this form. Allow cookies for this site, then send it again.':
    'Wir konnten dieses Formular nicht prüfen. Erlauben Sie Cookies für diese Website und senden Sie es noch einmal.',
  'Another website sent this form. Open the page on this site and send it from there.':
    'Eine andere Website hat dieses Formular gesendet. Öffnen Sie die Seite hier und senden Sie es von dort.',
  'Somebody has changed this since you read it. Read it again and repeat your change.':
    'Jemand hat dies inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.',
  'The first request with this Idempotency-Key is still being worked on. Try again with the same key.':
    'Ihr erster Versuch wird noch bearbeitet. Bitte versuchen Sie es gleich noch einmal.',
  'The request did not arrive in time.': 'Ihre Anfrage ist nicht rechtzeitig angekommen.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'There is no such product.': 'Dieses Produkt gibt es nicht.',
  'There is no such order, or it is not yours.': 'Diese Bestellung gibt es nicht, oder sie ist nicht Ihre.',
  "We can't find that order.": 'Wir finden diese Bestellung nicht.',
  'You need the role {role} for this.': 'Dafür brauchen Sie die Rolle {role}.',
  'Something went wrong': 'Etwas ist schiefgegangen',
  '{label} is required': '{label} fehlt',
  'Enter how many pieces you send back': 'Geben Sie an, wie viele Stück Sie zurücksenden',
  '{label} must have at least {count} characters': {
    one: '{label} muss mindestens {count} Zeichen haben',
    other: '{label} muss mindestens {count} Zeichen haben',
  },
  '{label} must have at most {count} characters': {
    one: '{label} darf höchstens {count} Zeichen haben',
    other: '{label} darf höchstens {count} Zeichen haben',
  },
  '{label} must have at least {count} entries': {
    one: '{label} braucht mindestens {count} Eintrag',
    other: '{label} braucht mindestens {count} Einträge',
  },
  '{label} must have at most {count} entries': {
    one: '{label} darf höchstens {count} Eintrag haben',
    other: '{label} darf höchstens {count} Einträge haben',
  },
  '{label} must be at least {limit}': '{label} muss mindestens {limit} sein',
  '{label} must be at most {limit}': '{label} darf höchstens {limit} sein',
  '{label} must be at most {limit} in all': '{label} darf insgesamt höchstens {limit} sein',
  '{label} must be one of {values}': '{label} muss einer dieser Werte sein: {values}',
  '{label} must be a whole number': '{label} muss eine ganze Zahl sein',
  '{label} must be a string': '{label} muss ein Text sein',
  '{label} must be a date': '{label} muss ein Datum sein',
  '{label} must be a valid address, like name@example.com':
    '{label} muss eine gültige Adresse sein, wie name@example.com',
  '{label} is not an IBAN. Check its digits': '{label} ist keine IBAN. Prüfen Sie die Ziffern',
  '{label} must begin with the two letters of a country, like DE123456789':
    '{label} muss mit den zwei Buchstaben eines Landes beginnen, wie DE123456789',
  '{label} must begin with EL, as numbers of Greece do': '{label} muss mit EL beginnen, wie Nummern aus Griechenland',
  '{label} does not have the form of a number that begins with {country}. Check its letters and digits':
    '{label} hat nicht die Form einer Nummer, die mit {country} beginnt. Prüfen Sie Buchstaben und Ziffern',
  '{label} is not an IBAN. It begins with two letters of a country':
    '{label} ist keine IBAN. Sie beginnt mit den zwei Buchstaben eines Landes',
  '{label} is too short or too long for an IBAN of this country':
    '{label} ist zu kurz oder zu lang für eine IBAN dieses Landes',
  'This link has ended, or is incomplete. Reply to our email if your refund has not come.':
    'Dieser Link gilt nicht mehr oder ist unvollständig. Antworten Sie auf unsere E-Mail, wenn Ihre Erstattung nicht angekommen ist.',
  'The invitation is unknown, used, withdrawn or expired; ask for a new one.':
    'Die Einladung ist unbekannt, benutzt, zurückgezogen oder abgelaufen; bitten Sie um eine neue.',
  '{label} contains an invisible character: type it anew':
    '{label} enthält ein unsichtbares Zeichen: geben Sie es neu ein',
  '{label} must be a valid email address': '{label} muss eine gültige E-Mail-Adresse sein',
  '{label} must include the country code, like +49 170 1234567':
    '{label} braucht die Landesvorwahl, wie +49 170 1234567',
  '{label} must be an international number like +491701234567':
    '{label} muss eine internationale Nummer sein, wie +491701234567',
  '{label} is in a country that we cannot send to': '{label} ist in einem Land, in das wir nicht senden können',
  '{label} must be a country of two letters like DE (ISO 3166-1)':
    '{label} muss ein Land mit zwei Buchstaben sein, wie DE',
  '{label} does not look like one of this country, such as {example}. Correct it, or send the form again to use it as it is':
    '{label} sieht nicht aus wie eine dieses Landes, etwa {example}. Korrigieren Sie, oder senden Sie noch einmal, um dabei zu bleiben',
  '{label} has the wrong format': '{label} hat das falsche Format',
  '{label} has the wrong type': '{label} hat die falsche Art',
  '{label} must not contain the character U+0000': '{label} enthält ein Zeichen, das nicht erlaubt ist (U+0000)',
  '{label} must not contain invisible marks that change the direction of text':
    '{label} enthält unsichtbare Zeichen, die die Schreibrichtung ändern',
  '{label} must be one line': '{label} muss eine Zeile sein',
  '{label} is already taken': '{label} ist schon vergeben',
  '{label} is already registered': '{label} ist schon registriert',
  '{label} is already in use': '{label} wird schon verwendet',
  '{label} is no longer sold': '{label} wird nicht mehr verkauft',
  '{label} is not valid': '{label} ist nicht gültig',
  '{label} is for none of these products': '{label} gilt für keines dieser Produkte',
  '{label} is for orders of at least {least}, and these items cost {total}':
    '{label} gilt ab einem Bestellwert von {least}, und diese Artikel kosten {total}',
  '{label} cannot be used for prices in {currency}': '{label} gilt nicht für Preise in {currency}',
  '{label} must be a country that we deliver to': '{label} muss ein Land sein, in das wir liefern',
  '{label} is of a place that we do not deliver to': '{label}: Dorthin liefern wir nicht',
  '{label} does not go to this country. Choose again': '{label} gibt es nicht für dieses Land. Wählen Sie neu',
  'This discount code has been used up. You can order without it.':
    'Dieser Rabattcode ist aufgebraucht. Sie können ohne ihn bestellen.',
  'We cannot sell this to your country at the moment, because its VAT is not set up yet. Please try again later.':
    'In Ihr Land können wir dies zurzeit nicht verkaufen, weil seine Umsatzsteuer noch nicht eingerichtet ist. ' +
    'Bitte versuchen Sie es später noch einmal.',
  '{label} is wrong': '{label} ist falsch',
  '{label} could not be verified': '{label} konnte nicht geprüft werden',
  '{label} must be 6 digits': '{label} muss aus 6 Ziffern bestehen',
  '{label} must be 16 letters and digits like abcd-efgh-ijkl-mnop':
    '{label} muss aus 16 Buchstaben und Ziffern bestehen, wie abcd-efgh-ijkl-mnop',
  '{label} is too common or too easy to guess. Choose another one':
    '{label} ist zu häufig oder zu leicht zu erraten. Wählen Sie etwas anderes',
  '{label} is in a collection of stolen passwords, which attackers try first; choose another':
    '{label} steht in einer Sammlung gestohlener Passwörter, die Angreifer zuerst probieren; wählen Sie ein anderes',
  '{label} must be an amount like 24.50': '{label} muss ein Betrag sein, wie 24,50',
  '{label} must not be negative': '{label} darf nicht negativ sein',
  '{label} is too high': '{label} ist zu hoch',
  'Enter your name': 'Geben Sie Ihren Namen ein',
  'Choose a file first. An empty one cannot be read.':
    'Wählen Sie zuerst eine Datei. Eine leere kann nicht gelesen werden.',
  'Wrong email or password.': 'E-Mail oder Passwort ist falsch.',
  "That passkey wasn't accepted. Try again, or sign in with your password.":
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  'That passkey was not accepted. Try again, or sign in another way.':
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  "That code isn't right. Enter the newest code.": 'Dieser Code stimmt nicht. Geben Sie den neuesten Code ein.',
  "That recovery code isn't right, or was already used.":
    'Dieser Wiederherstellungscode stimmt nicht oder wurde schon verwendet.',
  "These codes don't belong to a free token with this serial number. Check all three.":
    'Diese Codes gehören zu keinem freien Token mit dieser Seriennummer. Prüfen Sie alle drei Angaben.',
  'This code was already used. Wait for the next code in your app (up to 30 seconds).':
    'Dieser Code wurde schon verwendet. Warten Sie auf den nächsten Code Ihrer App (bis zu 30 Sekunden).',
  'This recovery code was already used. Enter another one.':
    'Dieser Wiederherstellungscode wurde schon verwendet. Geben Sie einen anderen ein.',
  'This link has expired or was already used. Get a new link.':
    'Dieser Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen an.',
  'This link has expired, or belongs to an earlier email address.':
    'Dieser Link ist abgelaufen oder gehört zu einer früheren E-Mail-Adresse.',
  'This account has no phone number for sign-in codes.': 'Dieses Konto hat keine Telefonnummer für Anmeldecodes.',
  'You need at least one sign-in method. Add another before removing this one.':
    'Sie brauchen mindestens eine Anmeldemethode. Fügen Sie eine andere hinzu, bevor Sie diese entfernen.',
  'The clock of your phone is about {ahead} ahead. Set it to automatic, then enter the next code.':
    'Die Uhr Ihres Telefons geht etwa {ahead} vor. Stellen Sie sie auf automatisch und geben Sie dann den nächsten Code ein.',
  'This code is {age} old. Enter the one that is shown now. If it is that one, the clock of your phone is behind: set it to automatic.':
    'Dieser Code ist {age} alt. Geben Sie den ein, der jetzt angezeigt wird. Wenn es dieser ist, geht die Uhr ' +
    'Ihres Telefons nach: Stellen Sie sie auf automatisch.',
  '"{factor}" is disabled, so its codes no longer sign you in. Use another second factor or a recovery code, then set it up again.':
    '„{factor}“ ist deaktiviert, daher melden seine Codes Sie nicht mehr an. Verwenden Sie einen anderen zweiten ' +
    'Faktor oder einen Wiederherstellungscode und richten Sie ihn dann neu ein.',
  'This sign-in attempt has ended or was already completed. Sign in again.':
    'Dieser Anmeldeversuch ist beendet oder wurde schon abgeschlossen. Melden Sie sich neu an.',
  'This session has been ended. Sign in again.': 'Diese Sitzung wurde beendet. Melden Sie sich neu an.',
  'This session was ended after {count} wrong codes. Sign in again.':
    'Diese Sitzung wurde nach {count} falschen Codes beendet. Melden Sie sich neu an.',
  'This second factor does not exist, or its setup took too long. Start again.':
    'Diesen zweiten Faktor gibt es nicht, oder die Einrichtung hat zu lange gedauert. Beginnen Sie neu.',
  'This session does not exist or has ended.': 'Diese Sitzung gibt es nicht, oder sie ist beendet.',
  'Your account has {count} second factors. Remove one that you no longer use.':
    'Ihr Konto hat {count} zweite Faktoren. Entfernen Sie einen, den Sie nicht mehr verwenden.',
  'This shop sends no text messages. Use another second factor.':
    'Dieser Shop sendet keine SMS. Verwenden Sie einen anderen zweiten Faktor.',
  'The text message could not be sent.': 'Die SMS konnte nicht gesendet werden.',
  "This browser doesn't support passkeys.": 'Dieser Browser unterstützt keine Passkeys.',
  'This device already has a passkey for your account.': 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  "Passkey not added. It was cancelled or isn't available on this device. Try again, or choose another way.":
    'Passkey nicht hinzugefügt. Der Vorgang wurde abgebrochen oder ist auf diesem Gerät nicht möglich. Versuchen ' +
    'Sie es noch einmal, oder wählen Sie einen anderen Weg.',
  "Passkey not used. It was cancelled or isn't available on this device.":
    'Passkey nicht verwendet. Der Vorgang wurde abgebrochen oder ist auf diesem Gerät nicht möglich.',
  'You have open orders: {orders}. You can delete your account when they are delivered and paid, or cancelled, and nothing comes back anymore.':
    'Sie haben offene Bestellungen: {orders}. Sie können Ihr Konto löschen, wenn sie geliefert und bezahlt oder ' +
    'storniert sind und nichts mehr zurückkommt.',
  'Staff cannot delete their account. Ask an admin to make you a customer first.':
    'Mitarbeiter können ihr Konto nicht löschen. Bitten Sie einen Administrator, Sie zuerst zum Kunden zu machen.',
  '{name} is out of stock.': '{name} ist ausverkauft.',
  '{name}: only {left} left.': '{name}: nur noch {left} vorhanden.',
  'Only {left} left.': 'Nur noch {left} vorhanden.',
  'Only {left} left ({count} are already in your cart).': {
    one: 'Nur noch {left} vorhanden ({count} ist schon in Ihrem Warenkorb).',
    other: 'Nur noch {left} vorhanden ({count} sind schon in Ihrem Warenkorb).',
  },
  '{name} cannot be ordered: it is discontinued.': '{name} kann nicht bestellt werden: Es wird nicht mehr verkauft.',
  '{name} cannot be ordered: it is coming soon.': '{name} kann noch nicht bestellt werden: Es kommt bald.',
  '{name} is in stock. You can order it now.': '{name} ist auf Lager. Sie können es jetzt bestellen.',
  'The order now costs {new}, not {old}.': 'Die Bestellung kostet jetzt {new}, nicht {old}.',
  'This product is not in your cart.': 'Dieses Produkt ist nicht in Ihrem Warenkorb.',
  '{name} must be at most {limit} MB': '{name} darf höchstens {limit} MB groß sein',
  'Authenticator app': 'Authenticator-App',
  'Text message': 'SMS',
  'Hardware token': 'Hardware-Token',
  Passkey: 'Passkey',
  'Your request was accepted, but the result could not be shown. Please reload the page.':
    'Ihre Anfrage wurde angenommen, aber das Ergebnis konnte nicht gezeigt werden. Bitte laden Sie die Seite neu.',
  "We've sent a new link to {sentTo}.": 'Wir haben einen neuen Link an {sentTo} gesendet.',
  'Your email address is confirmed already.': 'Ihre E-Mail-Adresse ist schon bestätigt.',
  '{label} is not a valid phone number': '{label} ist keine gültige Telefonnummer',
  '{label} cannot be reached': '{label} ist nicht erreichbar',
  '{label} is a short code, which cannot receive codes': '{label} ist eine Kurzwahl, die keine Codes empfangen kann',
  '{label} has opted out of our messages; send START to our number to receive them again':
    '{label} hat unsere Nachrichten abbestellt; senden Sie START an unsere Nummer, um sie wieder zu bekommen',
  '{label} cannot receive text messages': '{label} kann keine SMS empfangen',
  '{label} is a landline, which cannot receive text messages':
    '{label} ist ein Festnetzanschluss, der keine SMS empfangen kann',
  'The text message was not sent: too many are on their way at the moment. Try again in half a minute.':
    'Die SMS wurde nicht gesendet: Gerade sind zu viele unterwegs. Versuchen Sie es in einer halben Minute wieder.',
  'The text message could not be sent at the moment. Try again, or use another second factor.':
    'Die SMS konnte gerade nicht gesendet werden. Versuchen Sie es noch einmal, oder verwenden Sie einen anderen zweiten Faktor.',
  "You don't have access": 'Sie haben keinen Zugang',
  'This page does not exist': 'Diese Seite gibt es nicht',
  'We will be right back': 'Wir sind gleich wieder da',
  '“{words}”': '„{words}“',
  '{label} is sold in {own}, the rest of the order in {other}':
    '{label} wird in {own} verkauft, der Rest der Bestellung in {other}',
  Items: 'Artikel',
  Country: 'Land',
  'Order ids': 'Bestellungen',
} as const
