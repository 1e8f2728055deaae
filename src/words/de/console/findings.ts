/** Findings of the overview and the system status. Each is an English sentence first, for logs and the command line. */
export const findingsTexts = {
  // Emails
  'Emails go out, and none is late or in doubt.': 'E-Mails gehen hinaus, und keine ist verspätet oder ungewiss.',
  'No worker is active, so no email is delivered. Start one with: semel work':
    'Kein Worker ist aktiv, also wird keine E-Mail zugestellt. Starten Sie einen mit: semel work',
  'Emails to customers cannot go out. No email is lost: all go out when the relay is back. For your technician: worker {number} cannot use the mail relay since {time} UTC: {error}. If SMTP_URL is wrong, correct it and restart.':
    'E-Mails an Kunden können nicht hinaus. Keine geht verloren: Alle gehen hinaus, sobald das Relay zurück ' +
    'ist. Für Ihre Technik: Worker {number} erreicht das Mail-Relay nicht seit {time} UTC: {error}. Wenn ' +
    'SMTP_URL falsch ist, berichtigen Sie es und starten Sie neu.',
  'Some emails to customers may be late. No email is lost: all go out when the relay is back. For your technician: worker {number} cannot use the mail relay since {time} UTC: {error}. If SMTP_URL is wrong, correct it and restart.':
    'Manche E-Mails an Kunden kommen vielleicht später. Keine geht verloren: Alle gehen hinaus, sobald das ' +
    'Relay zurück ist. Für Ihre Technik: Worker {number} erreicht das Mail-Relay nicht seit {time} UTC: ' +
    '{error}. Wenn SMTP_URL falsch ist, berichtigen Sie es und starten Sie neu.',
  '{number} deliveries have waited longer than {seconds} seconds. No attempt has been made yet': {
    one: '{number} Zustellung wartet länger als {seconds} Sekunden. Bisher gab es keinen Versuch',
    other: '{number} Zustellungen warten länger als {seconds} Sekunden. Bisher gab es keinen Versuch',
  },
  '{number} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}': {
    one: '{number} Zustellung wartet länger als {seconds} Sekunden. Häufigste Antwort: {reply}',
    other: '{number} Zustellungen warten länger als {seconds} Sekunden. Häufigste Antwort: {reply}',
  },
  'The relay has taken {number} emails and not replied, for up to {seconds} seconds. A worker waits 10 minutes before it puts a delivery in doubt. Other emails go out meanwhile.':
    {
      one:
        'Das Relay hat {number} E-Mail angenommen und nicht geantwortet, seit bis zu {seconds} Sekunden. Nach 10 ' +
        'Minuten gilt eine Zustellung als ungewiss. Andere E-Mails gehen inzwischen hinaus.',
      other:
        'Das Relay hat {number} E-Mails angenommen und nicht geantwortet, seit bis zu {seconds} Sekunden. Nach 10 ' +
        'Minuten gilt eine Zustellung als ungewiss. Andere E-Mails gehen inzwischen hinaus.',
    },
  '{number} deliveries are in doubt. Check whether the email arrived.': {
    one: '{number} Zustellung ist ungewiss. Prüfen Sie, ob die E-Mail ankam.',
    other: '{number} Zustellungen sind ungewiss. Prüfen Sie, ob die E-Mails ankamen.',
  },
  '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}': {
    one:
      '{number} Zustellung ist in den letzten 24 Stunden fehlgeschlagen. Das Relay hat sie endgültig abgelehnt. ' +
      'Häufigste Antwort: {reply}',
    other:
      '{number} Zustellungen sind in den letzten 24 Stunden fehlgeschlagen. Das Relay hat sie endgültig ' +
      'abgelehnt. Häufigste Antwort: {reply}',
  },
  '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}. Newest reply: {newest}':
    {
      one:
        '{number} Zustellung ist in den letzten 24 Stunden fehlgeschlagen. Das Relay hat sie endgültig abgelehnt. ' +
        'Häufigste Antwort: {reply}. Neueste Antwort: {newest}',
      other:
        '{number} Zustellungen sind in den letzten 24 Stunden fehlgeschlagen. Das Relay hat sie endgültig ' +
        'abgelehnt. Häufigste Antwort: {reply}. Neueste Antwort: {newest}',
    },
  'Show waiting deliveries': 'Wartende Zustellungen anzeigen',
  'Show deliveries without a reply': 'Zustellungen ohne Antwort anzeigen',
  'Show deliveries in doubt': 'Ungewisse Zustellungen anzeigen',
  'Show failed deliveries': 'Fehlgeschlagene Zustellungen anzeigen',
  '{count} confirmations, invoices or receipts were not sent, because emails to the customer come back. Give them to the customer another way.':
    {
      one:
        '{count} Bestätigung, Rechnung oder Quittung wurde nicht gesendet, weil E-Mails an den Kunden ' +
        'zurückkommen. Geben Sie sie ihm auf andere Weise.',
      other:
        '{count} Bestätigungen, Rechnungen oder Quittungen wurden nicht gesendet, weil E-Mails an die Kunden ' +
        'zurückkommen. Geben Sie sie ihnen auf andere Weise.',
    },
  'Show the addresses': 'Adressen anzeigen',
  'The announcement "{subject}" is stopped, because its author may no longer announce. Take it over, or end it.':
    'Die Rundmail „{subject}“ ist angehalten, weil ihr Verfasser keine mehr senden darf. Übernehmen oder ' +
    'beenden Sie sie.',
  'Show the announcement': 'Rundmail anzeigen',
  '{address} gets no answers of customers any more, because whoever entered it may no longer change it. They go to the address for questions of customers until somebody takes it over.':
    '{address} erhält keine Antworten von Kunden mehr, weil die Person, die sie eingetragen hat, das nicht ' +
    'mehr darf. Sie gehen an die Adresse für Kundenfragen, bis jemand sie übernimmt.',
  '{address} gets no new orders any more, because whoever entered it may no longer change it. They go to the address for questions of customers until somebody takes it over.':
    '{address} erhält keine neuen Bestellungen mehr, weil die Person, die sie eingetragen hat, das nicht ' +
    'mehr darf. Sie gehen an die Adresse für Kundenfragen, bis jemand sie übernimmt.',
  'Show the address': 'Adresse anzeigen',

  // Webhooks
  'Show the webhook': 'Webhook anzeigen',
  'The webhook {host} is disabled, because it answered 410 (Gone). Its events wait. Repair the receiver, then enable it or delete it.':
    'Der Webhook {host} ist deaktiviert, weil er 410 (Gone) antwortete. Seine Ereignisse warten. Reparieren ' +
    'Sie den Empfänger, dann aktivieren oder löschen Sie ihn.',
  'The webhook {host} is disabled, because it failed for three days. Its events wait. Repair the receiver, then enable it or delete it.':
    'Der Webhook {host} ist deaktiviert, weil er drei Tage lang fehlschlug. Seine Ereignisse warten. ' +
    'Reparieren Sie den Empfänger, dann aktivieren oder löschen Sie ihn.',
  'The webhook {host} is paused, because the API key that made it no longer works. No event is lost: its events wait until an admin takes it over or deletes it.':
    'Der Webhook {host} ist angehalten, weil der API-Schlüssel, der ihn angelegt hat, nicht mehr gilt. Kein ' +
    'Ereignis geht verloren: Sie warten, bis ein Administrator ihn übernimmt oder löscht.',
  'The webhook {host} is paused, because whoever made it is no active admin. No event is lost: its events wait until an admin takes it over or deletes it.':
    'Der Webhook {host} ist angehalten, weil die Person, die ihn angelegt hat, kein aktiver Administrator ' +
    'ist. Kein Ereignis geht verloren: Sie warten, bis ein Administrator ihn übernimmt oder löscht.',
  'The webhook {host} fails since {time}. No event is lost: all go out when the receiver is back. After three days it is disabled, and its events wait.':
    'Der Webhook {host} schlägt fehl seit {time}. Kein Ereignis geht verloren: Alle gehen hinaus, sobald der ' +
    'Empfänger zurück ist. Nach drei Tagen wird er deaktiviert, und seine Ereignisse warten.',
  'The webhook {host} gets nothing, because its address has not agreed: {reason} Its events wait.':
    'Der Webhook {host} erhält nichts, weil seine Adresse nicht zugestimmt hat: {reason} Seine Ereignisse ' + 'warten.',

  // Papers and prices
  'The database was set back, so nobody knows which invoices left the house. The numbers of {series} wait until an admin says what the last one was.':
    'Die Datenbank wurde zurückgesetzt; niemand weiß, welche Rechnungen das Haus verlassen haben. Die ' +
    'Nummern von {series} warten, bis ein Administrator angibt, welche die letzte war.',
  'Enter it': 'Eintragen',
  'Enter them': 'Eintragen',
  'Change it': 'Ändern',
  'Enter the IBAN': 'IBAN eintragen',
  '{number} shipped orders have no invoice, because nobody has entered who sells and from where.': {
    one: '{number} versendete Bestellung hat keine Rechnung, weil niemand eingetragen hat, wer verkauft und von wo.',
    other:
      '{number} versendete Bestellungen haben keine Rechnung, weil niemand eingetragen hat, wer verkauft und ' +
      'von wo.',
  },
  '{number} orders are to be paid by bank transfer, and no customer reads to which account.': {
    one: '{number} Bestellung ist per Überweisung zu bezahlen, und kein Kunde liest, auf welches Konto.',
    other: '{number} Bestellungen sind per Überweisung zu bezahlen, und kein Kunde liest, auf welches Konto.',
  },
  'No delivery method is active, so nobody can order.': 'Keine Versandart ist aktiv, also kann niemand bestellen.',
  'Emails bring no e-invoice, because these facts are lacking: {facts}.':
    'E-Mails bringen keine E-Rechnung, weil diese Angaben fehlen: {facts}.',
  'Products of the VAT class {name} cannot be sold to {countries}: there is no rate. Add it, or give the products another class.':
    'Produkte der Steuerklasse {name} lassen sich nicht nach {countries} verkaufen: Es gibt keinen Satz. ' +
    'Fügen Sie ihn hinzu, oder geben Sie den Produkten eine andere Klasse.',
  'Amounts in {currency}, the currency of the shop, cannot be paid online: the payment provider {provider} does not take it.':
    'Beträge in {currency}, der Währung des Shops, lassen sich nicht online bezahlen: Der Zahlungsanbieter ' +
    '{provider} nimmt sie nicht an.',

  // Payments
  '{count} refunds of the last 30 days have failed. Their orders show why.': {
    one: '{count} Erstattung der letzten 30 Tage ist fehlgeschlagen. Ihre Bestellung zeigt, warum.',
    other: '{count} Erstattungen der letzten 30 Tage sind fehlgeschlagen. Ihre Bestellungen zeigen, warum.',
  },
  '{count} refunds of the last 30 days were made at the provider.': {
    one: '{count} Erstattung der letzten 30 Tage wurde beim Anbieter vorgenommen.',
    other: '{count} Erstattungen der letzten 30 Tage wurden beim Anbieter vorgenommen.',
  },
  '{count} payments differ from what was asked, the first one of order #{id}. The page of the order says what to do.': {
    one:
      '{count} Zahlung weicht vom Angeforderten ab: Bestellung Nr. {id}. Die Seite der Bestellung sagt, was zu ' +
      'tun ist.',
    other:
      '{count} Zahlungen weichen vom Angeforderten ab, die erste bei Bestellung Nr. {id}. Die Seite der ' +
      'Bestellung sagt, was zu tun ist.',
  },
  'Banks have taken back {count} payments, and nobody has decided whether a credit note is written. The pages of the orders ask.':
    {
      one:
        'Banken haben {count} Zahlung zurückgeholt, und niemand hat entschieden, ob eine Rechnungskorrektur geschrieben ' +
        'wird. Die Seite der Bestellung fragt danach.',
      other:
        'Banken haben {count} Zahlungen zurückgeholt, und niemand hat entschieden, ob Rechnungskorrekturen geschrieben ' +
        'werden. Die Seiten der Bestellungen fragen danach.',
    },

  // The database
  'The disk of the database is full, so no order is taken. Make room. Semel continues by itself.':
    'Die Festplatte der Datenbank ist voll, also wird keine Bestellung angenommen. Schaffen Sie Platz. Semel ' +
    'macht von selbst weiter.',
  'A session holds a lock that every write needs.': 'Eine Sitzung hält eine Sperre, die jedes Schreiben braucht.',
  'The database takes no writes: it is a standby, or default_transaction_read_only is on for the role, the database or the server.':
    'Die Datenbank nimmt nichts an: Sie ist ein Standby, oder default_transaction_read_only ist für die ' +
    'Rolle, die Datenbank oder den Server eingeschaltet.',
  'The database has no free connection, so it refuses new ones.':
    'Die Datenbank hat keine freie Verbindung und lehnt neue ab.',
  'The database has reached a limit of its server, such as memory. Look in its log.':
    'Die Datenbank hat eine Grenze ihres Servers erreicht, etwa den Speicher. Sehen Sie in ihr Protokoll.',
  'The database did not finish a small write in time. Look at its load and its disk.':
    'Die Datenbank hat ein kleines Schreiben nicht rechtzeitig beendet. Prüfen Sie ihre Last und ihre ' + 'Festplatte.',
  'The database cannot be reached.': 'Die Datenbank ist nicht erreichbar.',
  '{used} of {limit} connections of the server are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.':
    '{used} von {limit} Verbindungen des Servers sind belegt. Wenn keine mehr frei ist, werden Anfragen ' +
    'abgelehnt. Erhöhen Sie die Grenze, oder senken Sie DATABASE_POOL.',
  '{name} is off, so a crash can lose orders and repeat emails. Run: alter system set {name} = on':
    '{name} ist aus; ein Absturz kann also Bestellungen verlieren und E-Mails wiederholen. Führen Sie aus: ' +
    'alter system set {name} = on',
  '{name} is off, so a crash can lose orders and repeat emails. Run: alter system set {name} = on, and reset it for this database and role':
    '{name} ist aus; ein Absturz kann also Bestellungen verlieren und E-Mails wiederholen. Führen Sie aus: ' +
    'alter system set {name} = on, und setzen Sie es für diese Datenbank und Rolle zurück',
  'The certificate of the relay has ended. Renew it.': 'Das Zertifikat des Relays ist abgelaufen. Erneuern Sie es.',
  'The certificate of the database has ended. Renew it.':
    'Das Zertifikat der Datenbank ist abgelaufen. Erneuern Sie es.',
  'A process may only have {limit} files and connections open. Raise it: LimitNOFILE in the unit, or ulimit -n.':
    'Ein Prozess darf nur {limit} Dateien und Verbindungen offen haben. Erhöhen Sie das: LimitNOFILE in der ' +
    'Unit, oder ulimit -n.',
} as const
