/** Registration, sign-in, and the account page with everything on it. */
export const accounts = {
  // Fields and parts of several pages
  Email: 'E-Mail',
  Name: 'Name',
  Code: 'Code',
  Phone: 'Telefon',
  Password: 'Passwort',
  'New password': 'Neues Passwort',
  Show: 'Anzeigen',
  Token: 'Token',
  'From your authenticator app.': 'Aus Ihrer Authenticator-App.',
  'The code is sent as soon as you have entered all six digits.':
    'Der Code wird gesendet, sobald Sie alle sechs Ziffern eingegeben haben.',
  'At least 8 characters. A few random words work best.':
    'Mindestens 8 Zeichen. Am besten sind ein paar zufällige Wörter.',
  'Passkeys need a host name. Open this page at {address}.':
    'Passkeys brauchen einen Hostnamen. Öffnen Sie diese Seite unter {address}.',
  "You're signed in as {name}. <a>Your account</a>": 'Sie sind als {name} angemeldet. <a>Ihr Konto</a>',
  'Sign in or create an account to order with it. Your cart stays as it is.':
    'Melden Sie sich an oder legen Sie ein Konto an, um damit zu bestellen. Ihr Warenkorb bleibt, wie er ist.',
  'Your account': 'Ihr Konto',
  'A passkey needs JavaScript.': 'Ein Passkey braucht JavaScript.',
  'Use a recovery code': 'Wiederherstellungscode verwenden',
  'Recovery code': 'Wiederherstellungscode',
  'Use a passkey': 'Passkey verwenden',
  'Text me a code': 'Code per SMS senden',
  'Text me a code instead': 'Stattdessen Code per SMS senden',
  "We've sent a code to {sentTo}. It's valid for 5 minutes.":
    'Wir haben einen Code an {sentTo} gesendet. Er gilt 5 Minuten.',
  Confirm: 'Bestätigen',
  'Saved.': 'Gespeichert.',
  // Passwords and email addresses
  'Forgot your password?': 'Passwort vergessen?',
  "Enter your email and we'll send you a link to choose a new one.":
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
  'Send Reset Link': 'Link zum Zurücksetzen senden',
  "If that address is registered, a reset link is on its way. It's valid for 30 minutes. Not there after a minute? Check the spelling and your spam folder, or send it again.":
    'Wenn diese Adresse registriert ist, ist ein Link unterwegs. Er gilt 30 Minuten. Nach einer Minute noch ' +
    'nicht da? Prüfen Sie die Schreibweise und Ihren Spam-Ordner, oder senden Sie ihn noch einmal.',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Set new password': 'Neues Passwort speichern',
  'Your password has been changed. Sign in with the new one.':
    'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
  'Get a new link': 'Neuen Link anfordern',
  'This link no longer works': 'Dieser Link gilt nicht mehr',
  'It was already used, is older than 30 minutes, or is incomplete.':
    'Er wurde schon verwendet, ist älter als 30 Minuten oder unvollständig.',
  'Send a new link': 'Neuen Link senden',
  'Confirm your email': 'E-Mail-Adresse bestätigen',
  'This confirms {email}.': 'Damit bestätigen Sie {email}.',
  'Is this your account?': 'Ist das Ihr Konto?',
  'Created on': 'Angelegt am',
  'Your email is confirmed': 'Ihre E-Mail-Adresse ist bestätigt',
  'This address is already confirmed. There is nothing left to do.':
    'Diese Adresse ist schon bestätigt. Sie müssen nichts mehr tun.',
  'Thank you. Your email address is verified.': 'Vielen Dank. Ihre E-Mail-Adresse ist bestätigt.',
  'This confirmation link no longer works': 'Dieser Bestätigungslink gilt nicht mehr',
  'It has expired, is incomplete, or belongs to an earlier address.':
    'Er ist abgelaufen, unvollständig oder gehört zu einer früheren Adresse.',
  'The newest email that we sent you has the link that works. <a>Your account</a> shows your address.':
    'Der Link in unserer neuesten E-Mail an Sie funktioniert. <a>Ihr Konto</a> zeigt Ihre Adresse.',
  'Is this account not yours?': 'Ist dieses Konto nicht Ihres?',
  'Somebody has created an account with your email address. You can take the address back and use it for an account of your own.':
    'Jemand hat mit Ihrer E-Mail-Adresse ein Konto angelegt. Sie können die Adresse zurücknehmen und für ein eigenes Konto verwenden.',
  'If the account is yours and you only forgot the password, <a>choose a new password</a> instead. Orders and sign-in methods stay with the account that loses the address.':
    'Wenn das Konto Ihres ist und Sie nur das Passwort vergessen haben, <a>wählen Sie stattdessen ein neues ' +
    'Passwort</a>. Bestellungen und Anmeldemethoden bleiben bei dem Konto, das die Adresse verliert.',
  'Release my address': 'Meine Adresse freigeben',
  'Release this address? You can then no longer sign in to that account with it.':
    'Diese Adresse freigeben? Sie können sich dann mit ihr nicht mehr bei jenem Konto anmelden.',
  'Your email address no longer belongs to that account. You can create your own.':
    'Ihre E-Mail-Adresse gehört nicht mehr zu jenem Konto. Sie können ein eigenes anlegen.',
  'It has expired, is incomplete, or the owner of the account has confirmed this address.':
    'Er ist abgelaufen, unvollständig, oder der Inhaber des Kontos hat diese Adresse bestätigt.',
  // Sign-in
  "You're signed in.": 'Sie sind angemeldet.',
  or: 'oder',
  'You are signing in as {email}.': 'Sie melden sich als {email} an.',
  'Enter your code': 'Geben Sie Ihren Code ein',
  'Enter your 6-digit code': 'Geben Sie Ihren sechsstelligen Code ein',
  'Use your passkey': 'Verwenden Sie Ihren Passkey',
  "We've sent a code to {sentTo}. It's valid for 5 minutes. Enter it in the field “Code”. Nothing after 30 seconds? <a>Send another</a>":
    'Wir haben einen Code an {sentTo} gesendet. Er gilt 5 Minuten. Geben Sie ihn im Feld „Code“ ein. Nach 30 ' +
    'Sekunden nichts da? <a>Noch einen senden</a>',
  'One of the codes you saved, like abcd-efgh-ijkl-mnop. Each works once.':
    'Einer der Codes, die Sie gespeichert haben, wie abcd-efgh-ijkl-mnop. Jeder gilt einmal.',
  'Start again': 'Neu beginnen',
  'Sign in another way': 'Anders anmelden',
  'Enter your email and password first.': 'Geben Sie zuerst Ihre E-Mail-Adresse und Ihr Passwort ein.',
  'From your hardware token.': 'Von Ihrem Hardware-Token.',
  'From your authenticator app or hardware token.': 'Aus Ihrer Authenticator-App oder von Ihrem Hardware-Token.',
  'From your authenticator app or text message.': 'Aus Ihrer Authenticator-App oder einer SMS.',
  'From your hardware token or text message.': 'Von Ihrem Hardware-Token oder aus einer SMS.',
  'From your authenticator app, hardware token or text message.':
    'Aus Ihrer Authenticator-App, von Ihrem Hardware-Token oder aus einer SMS.',
  'From a text message. Ask for it below.': 'Aus einer SMS. Fordern Sie sie unten an.',
  // Registration
  'Include the country code, like +49 170 1234567. To get sign-in codes by text message, confirm it on your account page later.':
    'Mit Landesvorwahl, wie +49 170 1234567. Um Anmeldecodes per SMS zu bekommen, bestätigen Sie die Nummer später auf Ihrer Kontoseite.',
  'Create account': 'Konto anlegen',
  "Next you'll set up how you sign in: an authenticator app (Google Authenticator, 1Password …), or a passkey if this device keeps them.":
    'Danach richten Sie ein, wie Sie sich anmelden: mit einer Authenticator-App (Google Authenticator, 1Password …), ' +
    'oder mit einem Passkey, wenn dieses Gerät Passkeys speichert.',
  'Already have an account? <a>Sign in</a>': 'Haben Sie schon ein Konto? <a>Anmelden</a>',
  'Secure your account': 'Sichern Sie Ihr Konto',
  'Sign in with this device': 'Mit diesem Gerät anmelden',
  'Next time, your fingerprint, your face or the PIN of this device signs you in. No code is needed.':
    'Nächstes Mal melden Sie sich mit Fingerabdruck, Gesicht oder der PIN dieses Geräts an. Sie brauchen keinen Code.',
  'Create a passkey': 'Passkey erstellen',
  'Use an authenticator app instead': 'Stattdessen eine Authenticator-App verwenden',
  '1. Add this account to your authenticator app': '1. Fügen Sie dieses Konto Ihrer Authenticator-App hinzu',
  'Open your authenticator app': 'Authenticator-App öffnen',
  'Use another device': 'Anderes Gerät verwenden',
  'Or enter this key by hand:': 'Oder geben Sie diesen Schlüssel von Hand ein:',
  'You are creating the account of {email}. <a>Correct the address</a>':
    'Sie legen das Konto von {email} an. <a>Adresse korrigieren</a>',
  '1. Scan this QR code with your authenticator app': '1. Scannen Sie diesen QR-Code mit Ihrer Authenticator-App',
  'Picture to scan with your authenticator app': 'Bild zum Scannen mit Ihrer Authenticator-App',
  'On this phone? <a>Open your authenticator app</a>. Or enter this key by hand:':
    'Auf diesem Telefon? <a>Öffnen Sie Ihre Authenticator-App</a>. Oder geben Sie diesen Schlüssel von Hand ein:',
  Copy: 'Kopieren',
  'Copy all': 'Alle kopieren',
  Print: 'Drucken',
  '2. Enter the 6-digit code from the app': '2. Geben Sie den sechsstelligen Code aus der App ein',
  'Confirm and sign in': 'Bestätigen und anmelden',
  'Your account is ready': 'Ihr Konto ist bereit',
  'Save your recovery codes': 'Speichern Sie Ihre Wiederherstellungscodes',
  "If you lose your phone, each code signs you in once. We can't show them again.":
    'Wenn Sie Ihr Telefon verlieren, meldet jeder Code Sie einmal an. Wir können sie nicht noch einmal zeigen.',
  "We've also sent a link to {email}. It confirms your address.":
    'Wir haben außerdem einen Link an {email} gesendet. Er bestätigt Ihre Adresse.',
  "I've saved them. Continue": 'Ich habe sie gespeichert. Weiter',
  "I've saved them. Go to checkout": 'Ich habe sie gespeichert. Zur Kasse',
  "Your account is ready. If you haven't saved your recovery codes, generate new ones on your account page: we can't show them again.":
    'Ihr Konto ist bereit. Wenn Sie Ihre Wiederherstellungscodes nicht gespeichert haben, erzeugen Sie auf Ihrer ' +
    'Kontoseite neue: Wir können sie nicht noch einmal zeigen.',
  'Continue as {name}': 'Weiter als {name}',
  '<a>Sign in</a> or <b>start again</b>': '<a>Anmelden</a> oder <b>neu beginnen</b>',
  // The account page
  Profile: 'Profil',
  'Sign-in methods': 'Anmeldemethoden',
  Devices: 'Geräte',
  Notifications: 'Benachrichtigungen',
  'Your data': 'Ihre Daten',
  Save: 'Speichern',
  "You sign in with this address. Changes apply immediately; we'll email the new address a confirmation link.":
    'Sie melden sich mit dieser Adresse an. Änderungen gelten sofort; wir senden an die neue Adresse einen Bestätigungslink.',
  'Change email': 'E-Mail-Adresse ändern',
  'Email changed. Check your inbox to confirm the new address.':
    'E-Mail-Adresse geändert. Bestätigen Sie die neue Adresse in Ihrem Posteingang.',
  confirmed: 'bestätigt',
  'not confirmed yet': 'noch nicht bestätigt',
  'Email me a new link': 'Neuen Link per E-Mail senden',
  'Your role counts again once you have confirmed your email address. Open the link in our email, or ask for a new one on your account page.':
    'Ihre Rolle gilt wieder, sobald Sie Ihre E-Mail-Adresse bestätigt haben. Öffnen Sie den Link in unserer ' +
    'E-Mail, oder fordern Sie auf Ihrer Kontoseite einen neuen an.',
  'The console speaks it too, even if the shop does not.':
    'Auch die Konsole spricht diese Sprache, selbst wenn der Shop sie nicht anbietet.',
  'Language of pages and emails': 'Sprache von Seiten und E-Mails',
  'Change language': 'Sprache ändern',
  'Current password': 'Aktuelles Passwort',
  'Change password': 'Passwort ändern',
  'Password changed. You have been signed out everywhere else.':
    'Passwort geändert. Überall sonst wurden Sie abgemeldet.',
  // Second factors
  'Two-step verification': 'Bestätigung in zwei Schritten',
  'You need at least one sign-in method. To remove this one, add another first.':
    'Sie brauchen mindestens eine Anmeldemethode. Um diese zu entfernen, fügen Sie zuerst eine andere hinzu.',
  'Your sign-in methods': 'Ihre Anmeldemethoden',
  "All of your sign-in methods are disabled. Add a new one now. Without it, or a recovery code, you can't sign in again.":
    'Alle Ihre Anmeldemethoden sind deaktiviert. Fügen Sie jetzt eine neue hinzu. Ohne sie oder einen ' +
    'Wiederherstellungscode können Sie sich nicht wieder anmelden.',
  Added: 'Hinzugefügt',
  disabled: 'deaktiviert',
  'To tell your devices apart.': 'Damit Sie Ihre Geräte unterscheiden.',
  'Add an authenticator app': 'Authenticator-App hinzufügen',
  'Phone number': 'Telefonnummer',
  'With the country code, like +49 170 1234567.': 'Mit Landesvorwahl, wie +49 170 1234567.',
  'Add a phone': 'Telefon hinzufügen',
  'Serial number': 'Seriennummer',
  'On the back of the token.': 'Auf der Rückseite des Tokens.',
  'First code': 'Erster Code',
  'Next code': 'Nächster Code',
  'Add a hardware token': 'Hardware-Token hinzufügen',
  'Hardware token added.': 'Hardware-Token hinzugefügt.',
  'To tell your devices apart. A passkey signs you in without your password.':
    'Damit Sie Ihre Geräte unterscheiden. Ein Passkey meldet Sie ohne Passwort an.',
  'Add a passkey': 'Passkey hinzufügen',
  'Passkey added.': 'Passkey hinzugefügt.',
  Remove: 'Entfernen',
  'Remove this sign-in method? You will no longer be able to use it.':
    'Diese Anmeldemethode entfernen? Sie können sie dann nicht mehr verwenden.',
  'Sign-in method removed.': 'Anmeldemethode entfernt.',
  'Confirm your new sign-in method': 'Neue Anmeldemethode bestätigen',
  'Sign-in method added.': 'Anmeldemethode hinzugefügt.',
  'From the text message.': 'Aus der SMS.',
  'Back to your account': 'Zurück zu Ihrem Konto',
  'Recovery codes': 'Wiederherstellungscodes',
  'You have {count} unused recovery codes.': {
    one: 'Sie haben {count} unbenutzten Wiederherstellungscode.',
    other: 'Sie haben {count} unbenutzte Wiederherstellungscodes.',
  },
  'Generate new codes': 'Neue Codes erzeugen',
  'Generate new recovery codes? Your current ones will stop working.':
    'Neue Wiederherstellungscodes erzeugen? Ihre bisherigen gelten dann nicht mehr.',
  "Confirm it's you": 'Bestätigen Sie, dass Sie es sind',
  "You signed in a while ago. To change your email, sign-in methods or recovery codes, to download data, or to delete your account, confirm it's you. We'll remember for 10 minutes.":
    'Sie haben sich vor einiger Zeit angemeldet. Um E-Mail-Adresse, Anmeldemethoden oder Wiederherstellungscodes ' +
    'zu ändern, Daten herunterzuladen oder Ihr Konto zu löschen, bestätigen Sie, dass Sie es sind. Wir merken es ' +
    'uns 10 Minuten lang.',
  "Thank you. We know it's you for the next 10 minutes.": 'Danke. Die Bestätigung gilt für die nächsten 10 Minuten.',
  // Sessions
  'Active sessions': 'Aktive Sitzungen',
  'Your sessions': 'Ihre Sitzungen',
  Device: 'Gerät',
  'IP address': 'IP-Adresse',
  Kind: 'Art',
  'Last used': 'Zuletzt verwendet',
  'This device': 'Dieses Gerät',
  Unknown: 'Unbekannt',
  End: 'Beenden',
  'Session ended.': 'Sitzung beendet.',
  'End all other sessions': 'Alle anderen Sitzungen beenden',
  'All other sessions are ended.': 'Alle anderen Sitzungen sind beendet.',
  // Emails and data
  'We always email you about your orders and the security of your account. Everything else is up to you.':
    'Wir schreiben Ihnen immer zu Ihren Bestellungen und zur Sicherheit Ihres Kontos. Über alles andere entscheiden Sie.',
  "If you turn it off, we also don't tell you about products that are back, unless you ask again.":
    'Wenn Sie das abschalten, melden wir Ihnen auch nicht, dass Produkte wieder da sind, außer Sie fragen noch einmal.',
  'Save choices': 'Auswahl speichern',
  'Get a copy of everything we keep about you, as a JSON file. It has the messages that you sent us while signed in, and those from your current address since you confirmed it. For others, <a>write to us</a>.':
    'Sie können eine Kopie von allem bekommen, was wir über Sie speichern, als JSON-Datei. Sie enthält die ' +
    'Nachrichten, die Sie uns angemeldet gesendet haben, und die von Ihrer jetzigen Adresse, seit Sie sie ' +
    'bestätigt haben. Wegen anderer <a>schreiben Sie uns</a>.',
  'Your address is not confirmed. Messages that you send us from this address without signing in, before you confirm it, are neither in the copy nor deleted with your account.':
    'Ihre Adresse ist nicht bestätigt. Nachrichten, die Sie uns vor der Bestätigung von dieser Adresse ohne ' +
    'Anmeldung senden, sind weder in der Kopie, noch werden sie mit Ihrem Konto gelöscht.',
  'Download your data': 'Ihre Daten herunterladen',
  "Confirm it's you to download your data": 'Bestätigen Sie, dass Sie es sind, um Ihre Daten herunterzuladen',
  'Delete your account': 'Konto löschen',
  'We delete your profile, your sign-in methods and those messages. We keep your orders without your name and address, but with their country. We keep your invoices as they are for as long as the law asks. Orders must be delivered and paid, or cancelled, first.':
    'Wir löschen Ihr Profil, Ihre Anmeldemethoden und diese Nachrichten. Ihre Bestellungen behalten wir ohne ' +
    'Ihren Namen und Ihre Adresse, aber mit ihrem Land. Ihre Rechnungen bewahren wir unverändert auf, solange ' +
    'das Gesetz es verlangt. Bestellungen müssen vorher geliefert und bezahlt oder storniert sein.',
  'Delete my account': 'Mein Konto löschen',
  'Delete your account? You cannot undo this.': 'Ihr Konto löschen? Sie können das nicht rückgängig machen.',
  'Your account is deleted. We have sent you one last email.':
    'Ihr Konto ist gelöscht. Wir haben Ihnen eine letzte E-Mail gesendet.',
  'Unsubscribe from announcements?': 'Neuigkeiten abbestellen?',
  "You'll still get emails about your orders and your account. If you asked us to tell you when a product is back, please ask again on its page.":
    'E-Mails zu Ihren Bestellungen und Ihrem Konto bekommen Sie weiterhin. Wenn wir Ihnen melden sollten, dass ' +
    'ein Produkt wieder da ist, bitten Sie auf seiner Seite noch einmal darum.',
  Unsubscribed: 'Abbestellt',
  'You are unsubscribed': 'Sie haben die Neuigkeiten abbestellt',
  "We won't send you announcements from now on. Changed your mind? <a>Choose your emails</a>.":
    'Ab jetzt senden wir Ihnen keine Neuigkeiten mehr. Haben Sie es sich anders überlegt? <a>Wählen Sie Ihre E-Mails</a>.',
  Invitation: 'Einladung',
  'Accept the invitation': 'Einladung annehmen',
  'You now work for this shop. Sign in once more to begin.':
    'Sie arbeiten jetzt für diesen Shop. Melden Sie sich noch einmal an, um zu beginnen.',
  'You are invited to work here': 'Sie sind eingeladen, hier zu arbeiten',
  'This invitation is for {email}.': 'Diese Einladung ist für {email}.',
  "Choose a password. Next you'll set up a passkey or an authenticator app, and then you can begin.":
    'Wählen Sie ein Passwort. Danach richten Sie einen Passkey oder eine Authenticator-App ein, und dann können Sie beginnen.',
  'You have an account with this address. Sign in to accept.':
    'Sie haben ein Konto mit dieser Adresse. Melden Sie sich an, um anzunehmen.',
  'You have never made one? <a>Take the address back</a> first.':
    'Sie haben nie eines angelegt? <a>Holen Sie sich die Adresse zurück</a>.',
  'You will be signed out, because you sign in for shorter times when you work here.':
    'Sie werden abgemeldet, denn wer hier arbeitet, meldet sich jeweils für kürzere Zeit an.',
  "You're signed in as {name}. Sign out first, then open the link in our email again.":
    'Sie sind als {name} angemeldet. Melden Sie sich zuerst ab, und öffnen Sie dann den Link in unserer E-Mail noch einmal.',
  'This invitation no longer works': 'Diese Einladung gilt nicht mehr',
  'It was already used or withdrawn, is older than 7 days, or is incomplete.':
    'Sie wurde schon verwendet oder zurückgezogen, ist älter als 7 Tage oder unvollständig.',
  'Ask the person who invited you to send it again.':
    'Bitten Sie die Person, die Sie eingeladen hat, sie noch einmal zu senden.',
  'Notices to all customers': 'Mitteilungen an alle Kunden',
  'News and offers': 'Neuigkeiten und Angebote',
  'By email, as soon as your address is confirmed. You can stop them here, or with a click in each of them.':
    'Per E-Mail, sobald Ihre Adresse bestätigt ist. Abbestellen können Sie sie hier oder mit einem Klick in jeder von ihnen.',
  'Send me news and offers': 'Neuigkeiten und Angebote per E-Mail senden',
  'Unsubscribe from news?': 'Neuigkeiten abbestellen?',
  "You'll still get emails about your orders and your account, and what every customer must know.":
    'Sie erhalten weiterhin E-Mails zu Ihren Bestellungen und Ihrem Konto und das, was jeder Kunde wissen muss.',
  "We won't send you news from now on. Changed your mind? <a>Choose your emails</a>.":
    'Wir senden Ihnen ab jetzt keine Neuigkeiten mehr. Doch wieder? <a>Wählen Sie Ihre E-Mails</a>.',
} as const
