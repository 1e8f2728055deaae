/** The way back into an account for who has lost everything: pages and emails. */
export const recovery = {
  'I have neither my sign-in methods nor a recovery code':
    'Ich habe weder meine Anmeldemethoden noch einen Wiederherstellungscode',
  'Lost everything you sign in with?': 'Alles verloren, womit Sie sich anmelden?',
  'Ask for a new sign-in method': 'Neue Anmeldemethode anfordern',
  'We email you at once, and again before the time is over. Each email has a link to stop this, in case it was somebody else.':
    'Wir schreiben Ihnen sofort eine E-Mail und noch eine, bevor die Zeit um ist. In beiden ist ein Link, mit ' +
    'dem Sie die Anfrage stoppen, falls sie von jemand anderem kam.',
  'Three days go by. Nobody can make it faster.': 'Drei Tage vergehen. Niemand kann sie verkürzen.',
  'Then we email you a link. With it you choose a new password and a new sign-in method. The old ones stop working.':
    'Dann senden wir Ihnen einen Link. Damit wählen Sie ein neues Passwort und eine neue Anmeldemethode. Die alten gelten nicht mehr.',
  'If you find your phone or a recovery code meanwhile, just sign in. That ends the request.':
    'Wenn Sie Ihr Telefon oder einen Wiederherstellungscode inzwischen finden, melden Sie sich einfach an. Das beendet die Anfrage.',
  'You have asked for a new sign-in method. We look at your request. If all is well, we email you a link, at the earliest on {time}.':
    'Sie haben eine neue Anmeldemethode angefordert. Wir sehen uns jede solche Anfrage an und fragen Sie ' +
    'vielleicht etwas per E-Mail. Wenn alles in Ordnung ist, senden wir Ihnen einen Link, frühestens am ' +
    '{time}.',
  'You have asked for a new sign-in method. We email you a link on {time}, unless somebody objects.':
    'Sie haben eine neue Anmeldemethode angefordert. Wir senden Ihnen am {time} einen Link, wenn niemand widerspricht.',
  'You work for this shop. Ask an admin to reset your second factors, or <a>write to us</a>.':
    'Sie arbeiten für diesen Shop. Bitten Sie einen Administrator, Ihre zweiten Faktoren zurückzusetzen, oder <a>schreiben Sie uns</a>.',
  "Nobody has confirmed the email address of this account, so we can't send a link there. Please <a>write to us</a>.":
    'Niemand hat die E-Mail-Adresse dieses Kontos bestätigt, also können wir dorthin keinen Link senden. Bitte <a>schreiben Sie uns</a>.',
  'This account has no second factor yet. Sign in, and set one up. Questions? <a>Write to us</a>.':
    'Dieses Konto hat noch keinen zweiten Faktor. Melden Sie sich an, und richten Sie einen ein. Fragen? <a>Schreiben Sie uns</a>.',
  'The other sign-in methods of this account are disabled. Without a recovery code, <a>ask for help</a>.':
    'Die anderen Anmeldemethoden dieses Kontos sind deaktiviert. Wenn Sie keinen Wiederherstellungscode haben, <a>bitten Sie um Hilfe</a>.',
  'Include the country code, like +49 170 1234567.': 'Mit Landesvorwahl, wie +49 170 1234567.',
  'This was not me: end the request': 'Das war ich nicht: Anfrage beenden',
  'The request has ended. Nothing about the account has changed.':
    'Die Anfrage ist beendet. An dem Konto hat sich nichts geändert.',
  'Whoever asked had entered your password. <a>Choose a new one</a>.':
    'Wer gefragt hat, hatte Ihr Passwort eingegeben. <a>Wählen Sie ein neues</a>.',
  'Stop the request': 'Anfrage stoppen',
  'On {time} somebody asked for a new sign-in method for your account. If it was you, close this page.':
    'Am {time} hat jemand eine neue Anmeldemethode für Ihr Konto angefordert. Wenn Sie das waren, schließen Sie diese Seite.',
  'The account was recovered by this request. If that was not you, <a>write to us</a> right away.':
    'Das Konto wurde durch diese Anfrage wiederhergestellt. Wenn Sie das nicht waren, <a>schreiben Sie uns</a> sofort.',
  'Recover your account': 'Konto wiederherstellen',
  'Choose a new password for {email}. Then you set up a new sign-in method. All former ones stop working.':
    'Wählen Sie ein neues Passwort für {email}. Danach richten Sie eine neue Anmeldemethode ein. Alle bisherigen gelten dann nicht mehr.',
  'Set new password and continue': 'Neues Passwort setzen und weiter',
  'It was already used, is too old or incomplete, or the request has ended.':
    'Er wurde schon verwendet, ist zu alt oder unvollständig, oder die Anfrage ist beendet.',
  'This link has expired or was already used.': 'Dieser Link ist abgelaufen oder wurde schon verwendet.',
  'This request has ended already.': 'Diese Anfrage ist schon beendet.',
  'Someone has asked for a new sign-in method for this account. If it was not you, stop it.':
    'Jemand hat eine neue Anmeldemethode für dieses Konto angefordert. Wenn Sie das nicht waren, stoppen Sie es.',
  'The request has ended.': 'Die Anfrage ist beendet.',
  'Lost your phone too? Choose a new password first. Then sign in with it, and say there that you have nothing else.':
    'Ist auch Ihr Telefon weg? Wählen Sie zuerst ein neues Passwort. Melden Sie sich dann damit an, und sagen ' +
    'Sie dort, dass Sie sonst nichts mehr haben.',

  // Emails
  'Someone wants to get back into your account': 'Jemand möchte wieder in Ihr Konto',
  'Reminder: someone wants to get back into your account': 'Erinnerung: Jemand möchte wieder in Ihr Konto',
  "If it wasn't you, stop it now.": 'Wenn Sie das nicht waren, stoppen Sie es jetzt.',
  'on {time} someone entered your password and asked for a new sign-in method, because the former ones are lost.':
    'am {time} hat jemand Ihr Passwort eingegeben und eine neue Anmeldemethode angefordert, weil die bisherigen verloren sind.',
  'If it was you: we look at your request. If all is well, we email you a link, at the earliest on {time}.':
    'Wenn Sie das waren: Wir sehen uns Ihre Anfrage an. Wenn alles in Ordnung ist, senden wir Ihnen einen Link, frühestens am {time}.',
  'If it was you: we email you a link on {time}. Until then you need not do anything.':
    'Wenn Sie das waren: Wir senden Ihnen am {time} einen Link. Bis dahin müssen Sie nichts tun.',
  "If it wasn't you, stop it now. Nothing has changed yet.":
    'Wenn Sie das nicht waren, stoppen Sie es jetzt. Noch hat sich nichts geändert.',
  'You have found your phone or a recovery code? Just sign in. That ends the request.':
    'Sie haben Ihr Telefon oder einen Wiederherstellungscode gefunden? Melden Sie sich einfach an. Das beendet die Anfrage.',
  "If it wasn't you, choose a new password as well, and change it wherever else you use it.":
    'Wenn Sie das nicht waren, wählen Sie auch ein neues Passwort, und ändern Sie es überall, wo Sie es noch verwenden.',
  'Your way back into your account': 'Ihr Weg zurück in Ihr Konto',
  'The link works once, for 24 hours.': 'Der Link gilt einmal, 24 Stunden lang.',
  'nobody has objected to your request, so you can now choose a new password and set up a new sign-in method.':
    'niemand hat Ihrer Anfrage widersprochen. Sie können jetzt ein neues Passwort wählen und eine neue Anmeldemethode einrichten.',
  'Recover my account': 'Mein Konto wiederherstellen',
  'Not you? Stop the request': 'Nicht Sie? Anfrage stoppen',
  'All your former sign-in methods and recovery codes stop working, and all your devices are signed out.':
    'Alle Ihre bisherigen Anmeldemethoden und Wiederherstellungscodes gelten dann nicht mehr, und alle Ihre Geräte werden abgemeldet.',
  'someone has stopped the request for a new sign-in method, by the link in our email or in your account.':
    'jemand hat die Anfrage nach einer neuen Anmeldemethode gestoppt, mit dem Link in unserer E-Mail oder in Ihrem Konto.',
  'we could not make sure that the request for a new sign-in method came from you. Reply to this email to talk to us.':
    'wir konnten nicht sicherstellen, dass die Anfrage nach einer neuen Anmeldemethode von Ihnen kam. ' +
    'Antworten Sie auf diese E-Mail, um mit uns zu sprechen.',
  'the request for a new sign-in method is too old now. If you still need it, enter your password and ask again.':
    'die Anfrage nach einer neuen Anmeldemethode ist inzwischen zu alt. Wenn Sie sie noch brauchen, geben Sie ' +
    'Ihr Passwort ein, und fragen Sie noch einmal.',
  'your account was recovered by a link that we had sent you. All former sign-in methods, recovery codes and devices are gone.':
    'Ihr Konto wurde mit einem Link wiederhergestellt, den wir Ihnen gesendet hatten. Es hat ein neues ' +
    'Passwort, und alle bisherigen Anmeldemethoden, Wiederherstellungscodes und Geräte sind entfernt.',
  'Your account was recovered': 'Ihr Konto wurde wiederhergestellt',
  'The request for your account has ended': 'Die Anfrage zu Ihrem Konto ist beendet',
  'Nothing about your account has changed.': 'An Ihrem Konto hat sich nichts geändert.',
} as const
