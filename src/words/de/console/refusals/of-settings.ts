/** Reasons why the API did not do what staff asked for: products, prices, people, messages and settings. Browsers have these words. */
export const refusalsOfSettings = {
  '{label} must be a date like 2026-01-31': '{label} muss ein Datum wie 2026-01-31 sein',
  '{label} must be a number': '{label} muss eine Zahl sein',
  '{label} must have digits only': '{label} darf nur Ziffern enthalten',
  '{label} must be a web address like https://example.com/label':
    '{label} muss eine Webadresse wie https://example.com/label sein',
  '{label} must be an address like https://example.com/webhooks':
    '{label} muss eine Adresse wie https://example.com/webhooks sein',
  '{label} must be a scheme and an address, such as 0208:0123456789':
    '{label} muss aus einem Schema und einer Adresse bestehen, etwa 0208:0123456789',
  '{label} must have 8 or 11 letters and digits, like COBADEFFXXX':
    '{label} muss 8 oder 11 Buchstaben und Ziffern haben, etwa COBADEFFXXX',
  '{label} must be a color like #0f5a48: # and six digits or letters from a to f':
    '{label} muss eine Farbe wie #0f5a48 sein: # und sechs Ziffern oder Buchstaben von a bis f',
  '{label} is too light to be read: its contrast on the page is {ratio} to 1, and must be at least 4.5 to 1. Choose a darker color':
    '{label} hat auf der Seite einen Kontrast von {ratio} zu 1, nötig sind mindestens 4,5 zu 1. Wählen Sie eine dunklere Farbe',
  '{label} is too dark: the contrast of errors on it is {ratio} to 1, and must be at least 4.5 to 1. Choose a lighter color':
    '{label} gibt Fehlermeldungen einen Kontrast von {ratio} zu 1, nötig sind mindestens 4,5 zu 1. Wählen Sie eine hellere Farbe',
  '{label} is not possible for the first entry: there is none above it':
    '{label} ist beim ersten Eintrag nicht möglich: Über ihm steht keiner',
  '{label} must begin with https:// or mailto:, or with / for a page of the shop':
    '{label} muss mit https:// oder mailto: beginnen, oder mit / für eine Seite des Shops',
  '{label} must be two accounts, like 8400 = 8410': '{label} muss aus zwei Konten bestehen, etwa 8400 = 8410',
  '{label} must be the two letters of a country, like FR':
    '{label} muss aus den zwei Buchstaben eines Landes bestehen, etwa FR',
  '{label} must be three capital letters like EUR': '{label} muss aus drei Großbuchstaben wie EUR bestehen',
  '{label} must be the first six digits of the customs tariff number, like 6109.10':
    '{label} muss aus den ersten sechs Ziffern der Zolltarifnummer bestehen, etwa 6109.10',
  '{label} is named twice': '{label} ist doppelt benannt',
  '{label} is required with an amount': '{label} ist bei einem Betrag nötig',
  '{label} is required, or another one': '{label} oder ein anderes Feld muss ausgefüllt sein',
  '{label} must differ from the prefix of the other documents':
    '{label} muss sich vom Präfix der anderen Dokumente unterscheiden',
  '{label} must be a JPEG, PNG or WebP picture': '{label} muss ein Bild in JPEG, PNG oder WebP sein',
  '{label} must be a UUID': '{label} muss eine UUID sein',
  '{label} must be an address like https://…/{number}': '{label} muss eine Adresse wie https://…/{number} sein',
  'Choose at least one permission': 'Wählen Sie mindestens eine Berechtigung',
  'Select at least one order': 'Wählen Sie mindestens eine Bestellung aus',
  'Confirmed delivered': 'Zustellung bestätigt',
  'The order is already processing.': 'Die Bestellung ist schon in Bearbeitung.',
  'The order is already shipped.': 'Die Bestellung ist schon versendet.',
  'The order is already delivered.': 'Die Bestellung ist schon zugestellt.',
  'The return is already approved.': 'Die Rücksendung ist schon genehmigt.',
  'This delivery is not in doubt; it is sent.': 'Diese Zustellung ist nicht ungewiss; sie ist gesendet.',
  'Account numbers': 'Kontonummern',
  '{label} is too light to be read: its contrast on the page is {contrast} to 1, and must be at least {least} to 1. Choose a darker color':
    '{label} ist zu hell zum Lesen: Der Kontrast auf der Seite ist {contrast} zu 1, mindestens {least} zu ' +
    '1 ist nötig. Wählen Sie eine dunklere Farbe',
  '{label} is no longer in use. Choose the currency that took its place':
    '{label} wird nicht mehr verwendet. Wählen Sie die Währung, die an ihre Stelle trat',
  '{label} may have small letters, digits and _': '{label} darf Kleinbuchstaben, Ziffern und _ enthalten',
  '{label} is the code of a carrier that Semel knows already':
    '{label} ist das Kürzel eines Versanddienstes, den Semel schon kennt',
  '{label} must not contain a user or a password': '{label} darf weder Benutzer noch Passwort enthalten',
  '{label} must not have a placeholder in the name of the host':
    '{label} darf keinen Platzhalter im Rechnernamen haben',
  '{label} must contain {number}': '{label} muss {number} enthalten',
  '{label} has {placeholder}; the placeholders are {number}, {postcode} and {country}':
    '{label} enthält {placeholder}; die Platzhalter sind {number}, {postcode} und {country}',
  '{label} has a { or } that belongs to no placeholder':
    '{label} enthält eine { oder }, die zu keinem Platzhalter gehört',
  '{label} is not a time zone. Write it like Europe/Paris':
    '{label} ist keine Zeitzone. Schreiben Sie sie wie Europe/Paris',
  '{label} is not a currency. Write it like EUR, in three capital letters':
    '{label} ist keine Währung. Schreiben Sie sie wie EUR, in drei Großbuchstaben',
  '{label} has {code}, which is not a country. Write it like DE':
    '{label} enthält {code}; das ist kein Land. Schreiben Sie es wie DE',
  '{label} must contain {order}, and besides it only plain letters, digits and signs that banks pass on':
    '{label} muss {order} enthalten, und sonst nur einfache Buchstaben, Ziffern und Zeichen, die Banken ' +
    'weitergeben',
  '{label} must not look like an account. Customers pay to the IBAN':
    '{label} darf nicht wie ein Konto aussehen. Kunden zahlen auf die IBAN',
  '{label} may have letters, digits and / . _ -, and must not end with a digit':
    '{label} darf Buchstaben, Ziffern und / . _ - enthalten und nicht mit einer Ziffer enden',
  '{label} is there already': '{label} ist schon vorhanden',
  'Nothing is written on this page yet.': 'Auf dieser Seite steht noch nichts.',
  'There is no such webhook.': 'Diesen Webhook gibt es nicht.',
  'The secret of this webhook cannot be decrypted. Replace it.':
    'Das Geheimnis dieses Webhooks lässt sich nicht entschlüsseln. Ersetzen Sie es.',
  'This recovery request does not exist.': 'Diese Anfrage gibt es nicht.',
  'This recovery request is already approved.': 'Diese Anfrage ist schon genehmigt.',
  'This request needs no approval, or its account is no verified account of a customer.':
    'Diese Anfrage braucht keine Genehmigung, oder ihr Konto ist kein bestätigtes Kundenkonto.',
  'This is the last second factor. Add another one first.':
    'Das ist der letzte zweite Faktor. Fügen Sie zuerst einen anderen hinzu.',
  'You cannot reset your own second factors here. Change them on the account page.':
    'Ihre eigenen zweiten Faktoren können Sie hier nicht zurücksetzen. Ändern Sie sie auf der Kontoseite.',
  'This account was never confirmed with a first code. Its owner can register again.':
    'Dieses Konto wurde nie mit einem ersten Code bestätigt. Sein Inhaber kann sich neu registrieren.',
  '{label} must be in the future': '{label} muss in der Zukunft liegen',
  '{label} must be a network like 203.0.113.0/24 or 2001:db8::/32':
    '{label} muss ein Netz wie 203.0.113.0/24 oder 2001:db8::/32 sein',
  'This user does not exist.': 'Diesen Benutzer gibt es nicht.',
  'This user does not exist, or you may not see it.': 'Diesen Benutzer gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  'There is no such user.': 'Dieses Benutzerkonto gibt es nicht.',
  'There is no such customer.': 'Diesen Kunden gibt es nicht.',
  'There is no such invitation, or it was accepted already.':
    'Diese Einladung gibt es nicht, oder sie ist schon angenommen.',
  'There is no such address, or it was withdrawn.': 'Diese Adresse gibt es nicht, oder sie wurde zurückgezogen.',
  'This API key does not exist or was already revoked.':
    'Diesen API-Schlüssel gibt es nicht, oder er ist schon widerrufen.',
  'You cannot disable your own account. Ask another admin.':
    'Ihr eigenes Konto können Sie nicht deaktivieren. Bitten Sie einen anderen Administrator.',
  'You cannot change your own role. Ask another admin.':
    'Ihre eigene Rolle können Sie nicht ändern. Bitten Sie einen anderen Administrator.',
  'This is the only admin. Make another user an admin first.':
    'Das ist der einzige Administrator. Machen Sie zuerst einen anderen Benutzer dazu.',
  '{label} must be the id or the email address of a user':
    '{label} muss die Nummer oder die E-Mail-Adresse eines Benutzers sein',
  '{label} is not a language that Semel has words in: {languages}':
    '{label} ist keine Sprache, in der Semel Texte hat: {languages}',
  'There is no such announcement.': 'Diese Rundmail gibt es nicht.',
  'There is no such draft. It was published or deleted.':
    'Diesen Entwurf gibt es nicht. Er wurde veröffentlicht oder gelöscht.',
  'Somebody has changed this draft since you read it. Read it again.':
    'Jemand hat diesen Entwurf inzwischen geändert. Laden Sie die Seite neu.',
  'This address is not suppressed.': 'Diese Adresse ist nicht gesperrt.',
  '{refusal} (line {line}, column {column})': '{refusal} (Zeile {line}, Spalte {column})',
  '{label} must insert {placeholder}': '{label} muss {placeholder} einfügen',
  '{label} cannot use the tag "{tag}". Tags are {tags}':
    '{label} kann die Anweisung „{tag}“ nicht verwenden. Möglich sind {tags}',
  '{label} cannot use the filter "{filter}". Filters are {filters}':
    '{label} kann den Filter „{filter}“ nicht verwenden. Möglich sind {filters}',
  '{label} is too much work': '{label} ist zu aufwendig',
  '{label} takes too long to read, because it repeats signs such as *, _ or [ too often':
    '{label} braucht zu lange, weil sich Zeichen wie *, _ oder [ zu oft wiederholen',
  '{label} is nested too deeply': '{label} ist zu tief verschachtelt',
  'You need the permission {permission} for this. Ask an admin.':
    'Dafür brauchen Sie die Berechtigung {permission}. Bitten Sie einen Administrator.',
  '{label} is written as in the first drafts of PSKC, which have no TOTP':
    '{label} ist nach den ersten Entwürfen von PSKC geschrieben, die kein TOTP kennen',
  'Sign in to send a file.': 'Melden Sie sich an, um eine Datei zu senden.',
  'Only staff can send files.': 'Nur Mitarbeiter können Dateien senden.',
} as const
