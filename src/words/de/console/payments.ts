/** Texts of src/console/payments. */
export const paymentsTexts = {
  'Paid back': 'Zurückgezahlt',
  // The list of payments
  'Under way': 'Läuft',
  'Ended without money': 'Ohne Geld beendet',
  'To look at': 'Zu prüfen',
  'In doubt': 'Ungewiss',
  'No payments here': 'Keine Zahlungen hier',
  'They appear as soon as customers pay.': 'Sie erscheinen, sobald Kunden bezahlen.',
  'Nothing is in doubt, and everything is as it was asked.': 'Nichts ist ungewiss, und alles ist wie angefordert.',
  'Do you know why the provider has payments that this shop does not know?':
    'Wissen Sie, warum der Anbieter Zahlungen hat, die dieser Shop nicht kennt?',
  'Noted.': 'Vermerkt.',
  Events: 'Ereignisse',
  '{count} events of the provider are about payments that this shop does not know. Another shop may use the same account, or the database was set back.':
    {
      one:
        '{count} Ereignis des Anbieters betrifft Zahlungen, die dieser Shop nicht kennt. Vielleicht nutzt ein ' +
        'anderer Shop dasselbe Konto, oder die Datenbank wurde zurückgesetzt.',
      other:
        '{count} Ereignisse des Anbieters betreffen Zahlungen, die dieser Shop nicht kennt. Vielleicht nutzt ein ' +
        'anderer Shop dasselbe Konto, oder die Datenbank wurde zurückgesetzt.',
    },
  Due: 'Offen',
  'Received in {days} days': 'In {days} Tagen eingegangen',
  'Refunded in {days} days': 'In {days} Tagen erstattet',
  'Refunds due': 'Ausstehende Erstattungen',
  'Of these, transfers to make': 'Davon zu überweisen',
  Nothing: 'Nichts',
  'More than {total} orders': 'Mehr als {total} Bestellungen',
  ' and ': ' und ',
  'order #{id}': 'Bestellung Nr. {id}',
  'payment of {time}': 'Zahlung vom {time}',
  Begun: 'Begonnen',
  By: 'Über',
  'More than was due': 'Mehr als offen war',
  Differs: 'Weicht ab',
  'Refund failed': 'Erstattung fehlgeschlagen',

  // States of payments and disputes
  'Being opened': 'Wird eröffnet',
  'Waiting for the customer': 'Wartet auf den Kunden',
  'The bank is making the payment': 'Die Bank führt die Zahlung aus',
  'Authorized, being taken': 'Autorisiert, wird eingezogen',
  'Being stopped': 'Wird abgebrochen',
  Stopped: 'Abgebrochen',
  Expired: 'Abgelaufen',
  'The bank asks': 'Die Bank fragt nach',
  Chargeback: 'Rückbuchung',
  'Chargeback won': 'Rückbuchung gewonnen',
  'Chargeback lost': 'Rückbuchung verloren',
  'Chargeback prevented': 'Rückbuchung verhindert',
  'Unknown state': 'Unbekannter Status',

  // Transfers to make
  Transfer: 'Überweisung',
  'Transfers to make': 'Zu tätigende Überweisungen',
  'I have sent the ticked ones': 'Die angekreuzten sind gesendet',
  "Did you make these transfers at your bank? Each customer gets an email. You can't undo this.":
    'Haben Sie diese Überweisungen bei Ihrer Bank getätigt? Jeder Kunde erhält eine E-Mail. Das lässt sich ' +
    'nicht rückgängig machen.',
  'Marked as sent. Each customer gets an email.': 'Als gesendet markiert. Jeder Kunde erhält eine E-Mail.',
  'Make a file for the bank': 'Datei für die Bank erstellen',
  'The file is ready. Download it, and upload it at your bank.':
    'Die Datei ist fertig. Laden Sie sie herunter und bei Ihrer Bank hoch.',
  'I have sent this file': 'Diese Datei ist gesendet',
  "Did your bank take this file? Each customer gets an email. You can't undo this.":
    'Hat Ihre Bank diese Datei angenommen? Jeder Kunde erhält eine E-Mail. Das lässt sich nicht rückgängig ' +
    'machen.',
  'Discard this file': 'Diese Datei verwerfen',
  'Discard this file? Do that only if your bank has not made its transfers: they can then be paid in another way.':
    'Diese Datei verwerfen? Tun Sie das nur, wenn Ihre Bank die Überweisungen nicht ausgeführt hat: Sie ' +
    'lassen sich dann auf andere Weise bezahlen.',
  'The file is discarded.': 'Die Datei ist verworfen.',
  'This money came by bank transfer, so it goes back by one. Make the transfers at your bank, and say here that you have sent them: only then customers are told.':
    'Dieses Geld kam per Überweisung und geht so auch zurück. Überweisen Sie bei Ihrer Bank, und vermerken ' +
    'Sie es hier: Erst dann erfahren es die Kunden.',
  'Files for the bank': 'Dateien für die Bank',
  'No transfers to make': 'Keine Überweisungen zu tätigen',
  'Refunds of money that came by bank transfer appear here.':
    'Erstattungen von Geld, das per Überweisung kam, erscheinen hier.',
  'Transfer for order #{id}': 'Überweisung für Bestellung Nr. {id}',
  'of {reference}': 'von {reference}',
  'made {time}': 'erstellt {time}',
  Download: 'Herunterladen',
  'Only for banks outside of the European Economic Area.':
    'Nur für Banken außerhalb des Europäischen Wirtschaftsraums.',
  'Save account': 'Konto speichern',
  'Account saved.': 'Konto gespeichert.',
  'Ask the customer again': 'Kunden noch einmal fragen',
  'The link is on its way to the customer.': 'Der Link ist auf dem Weg zum Kunden.',
  File: 'Datei',
  'I have sent it': 'Sie ist gesendet',
  "Did you make this transfer at your bank? The customer gets an email. You can't undo this.":
    'Haben Sie diese Überweisung bei Ihrer Bank getätigt? Der Kunde erhält eine E-Mail. Das lässt sich nicht ' +
    'rückgängig machen.',
  'Marked as sent. The customer gets an email.': 'Als gesendet markiert. Der Kunde erhält eine E-Mail.',
  'How the customer said so': 'Wie der Kunde es gesagt hat',
  'For example: on the phone on Monday. Only the shop reads this.':
    'Zum Beispiel: am Montag am Telefon. Das liest nur der Shop.',
  'The customer does not want it': 'Der Kunde möchte es nicht',
  'Is nobody to send this money? It stays with the shop, and a credit note for it is taken back.':
    'Soll niemand dieses Geld senden? Es bleibt beim Shop, und eine Rechnungskorrektur dafür wird zurückgenommen.',
  'Noted. Nobody has to send this money.': 'Vermerkt. Niemand muss dieses Geld senden.',
  'for order #{id}': 'für Bestellung Nr. {id}',
  '{sum} for {order}': '{sum} für {order}',
  'Owed since {time}': 'Offen seit {time}',
  'It is in a file for the bank. Do not make it by hand, or it is paid twice. Its account cannot change.':
    'Sie ist in einer Datei für die Bank. Überweisen Sie sie nicht von Hand, sonst wird doppelt gezahlt. Das ' +
    'Konto lässt sich nicht ändern.',
  'No refund after all': 'Doch keine Erstattung',
  'In a file': 'In einer Datei',
  Ready: 'Bereit',
  'Waits for the IBAN': 'Wartet auf die IBAN',
  'Copy name': 'Namen kopieren',
  'Copy IBAN': 'IBAN kopieren',
  'Copy reference': 'Verwendungszweck kopieren',
  'Code for your banking app': 'Code für Ihre Banking-App',
  'This transfer as a code': 'Diese Überweisung als Code',
  'The customer was asked for the account by email on {time}.':
    'Der Kunde wurde per E-Mail nach dem Konto gefragt: {time}.',
  'Nobody has asked the customer for the account yet.': 'Der Kunde wurde noch nicht nach dem Konto gefragt.',
  'You can also enter it yourself.': 'Sie können es auch selbst eintragen.',
  'Below is the account that the payment came from.': 'Unten steht das Konto, von dem die Zahlung kam.',
  'Change the account': 'Konto ändern',
  'Enter the account': 'Konto eintragen',

  // The money of an order
  Disputes: 'Rückbuchungen',
  'Bank transfer': 'Überweisung',
  'Bank transfers': 'Überweisungen',
  'By bank transfer': 'Per Überweisung',
  '{provider} says': 'Angabe von {provider}',
  'Held by a bank': 'Von einer Bank zurückgehalten',
  'Taken back by a bank': 'Von einer Bank zurückgeholt',
  'By the shop': 'Vom Shop',
  'Made at the provider': 'Beim Anbieter vorgenommen',
  'Chargeback, credited': 'Rückbuchung, gutgeschrieben',
  'Open the payment page': 'Zahlungsseite öffnen',
  'Take the money': 'Geld einziehen',
  'Stop the payment': 'Zahlung abbrechen',
  '{call} is in doubt since {time}: nobody knows whether {provider} has done it. Look there, then press one of the buttons.':
    '{call} ist ungewiss seit {time}: Niemand weiß, ob {provider} es getan hat. Sehen Sie dort nach, und drücken ' +
    'Sie dann eine der Schaltflächen.',
  'Tried {count} times.': {
    one: '{count} Mal versucht.',
    other: '{count} Mal versucht.',
  },
  'The last answer was: {reply}': 'Die letzte Antwort war: {reply}',
  'There was no answer.': 'Es kam keine Antwort.',
  Done: 'Erledigt',
  'The provider has done it': 'Der Anbieter hat es getan',
  'The provider has not done it: do it again': 'Der Anbieter hat es nicht getan: noch einmal',
  'Is it shown at the provider?': 'Wird es beim Anbieter angezeigt?',
  'Are you sure that it is not shown at the provider? Otherwise it happens twice.':
    'Sind Sie sicher, dass es beim Anbieter nicht angezeigt wird? Sonst geschieht es doppelt.',
  'It is being done again.': 'Es wird noch einmal getan.',
  'The order is not marked as paid by it. Look at the payment at the provider; if it is wrong, send the money back there and cancel the order.':
    'Die Bestellung gilt damit nicht als bezahlt. Sehen Sie sich die Zahlung beim Anbieter an; wenn sie ' +
    'falsch ist, senden Sie das Geld dort zurück und stornieren Sie die Bestellung.',
  'Somebody made it in the console of the provider. Cancel the order here if it is not to be shipped.':
    'Jemand hat sie in der Konsole des Anbieters vorgenommen. Stornieren Sie die Bestellung hier, wenn sie ' +
    'nicht versendet werden soll.',
  'The provider did not send it. Refund it again, or by bank transfer.':
    'Der Anbieter hat sie nicht gesendet. Erstatten Sie noch einmal, oder per Überweisung.',
  'The refund is noted.': 'Die Erstattung ist vermerkt.',
  'The customer reads it on the credit note.': 'Der Kunde liest ihn auf der Rechnungskorrektur.',
  "The provider sends this money back by itself. You can't undo this.":
    'Der Anbieter sendet dieses Geld von selbst zurück. Das lässt sich nicht rückgängig machen.',
  "The provider sends back what it has taken, and you transfer the rest yourself. You can't undo this.":
    'Der Anbieter sendet zurück, was er eingezogen hat, und Sie überweisen den Rest selbst. Das lässt sich nicht rückgängig machen.',
  'Refund by bank transfer': 'Per Überweisung erstatten',
  'This money came by bank transfer, so you make a transfer yourself. Put it into your list of transfers to make?':
    'Dieses Geld kam per Überweisung, Sie überweisen es also selbst. Auf die Liste der zu tätigenden ' +
    'Überweisungen setzen?',
  'The customer is asked for an account, and you make the transfer yourself. Put it into your list of transfers to make?':
    'Der Kunde wird nach einem Konto gefragt, und Sie überweisen selbst. Auf die Liste der zu tätigenden ' +
    'Überweisungen setzen?',
  'The refund is noted. It is in the list of transfers to make.':
    'Die Erstattung ist vermerkt. Sie steht auf der Liste der zu tätigenden Überweisungen.',
  '{sum} can go back. Write less for a part of it.': '{sum} können zurückgehen. Schreiben Sie weniger für einen Teil.',
  'The order costs so much less then, and the rest stays due.':
    'Die Bestellung kostet dann so viel weniger, und der Rest bleibt offen.',
  'A part of the money has come. {due} are still due. Wait with the parcel until the rest has come.':
    'Ein Teil des Geldes ist da. {due} sind noch offen. Warten Sie mit dem Paket, bis der Rest da ist.',
  'The bank of the customer wants the money back. Wait with the parcel until it has decided.':
    'Die Bank des Kunden fordert das Geld zurück. Warten Sie mit dem Paket, bis sie entschieden hat.',
  'The bank of the customer has taken the money back. The order is not paid.':
    'Die Bank des Kunden hat das Geld zurückgeholt. Die Bestellung ist nicht bezahlt.',
  'The bank of the customer is still making the payment, which takes some days and can fail. Wait with the parcel until it has come.':
    'Die Bank des Kunden führt die Zahlung noch aus; das dauert einige Tage und kann scheitern. Warten Sie ' +
    'mit dem Paket, bis sie da ist.',

  // Disputes
  Decision: 'Entscheidung',
  'Write a credit note': 'Rechnungskorrektur schreiben',
  "Write a credit note? The customer owes nothing anymore, and gets the credit note. You can't undo this.":
    'Rechnungskorrektur schreiben? Der Kunde schuldet dann nichts mehr und erhält die Rechnungskorrektur. Das lässt ' +
    'sich nicht rückgängig machen.',
  'The credit note is being written.': 'Die Rechnungskorrektur wird geschrieben.',
  'The customer still owes it': 'Der Kunde schuldet es noch',
  'Keep the claim? No credit note is written.': 'Die Forderung behalten? Es wird keine Rechnungskorrektur geschrieben.',
  'Noted. The customer can pay on the page of the order.':
    'Vermerkt. Der Kunde kann auf der Seite der Bestellung bezahlen.',
  'You have kept the claim.': 'Sie haben die Forderung behalten.',
  'A credit note corrects the sale.': 'Eine Rechnungskorrektur berichtigt den Verkauf.',
  'Answer at the provider by {time}.': 'Antworten Sie beim Anbieter bis {time}.',
  'The bank has your answer, or takes none.': 'Die Bank hat Ihre Antwort, oder nimmt keine an.',
  'The bank of the customer asks about this payment, and no money has moved. {deadline} A good answer prevents a chargeback.':
    'Die Bank des Kunden fragt nach dieser Zahlung, und es ist kein Geld geflossen. {deadline} Eine gute ' +
    'Antwort verhindert eine Rückbuchung.',
  'The bank of the customer wants this money back. {deadline} Stop the parcel if you can, and do not refund it as well: the customer would get it twice.':
    'Die Bank des Kunden fordert dieses Geld zurück. {deadline} Halten Sie das Paket auf, wenn Sie können, ' +
    'und erstatten Sie nicht zusätzlich: Der Kunde bekäme es doppelt.',
  'The bank has decided for you. The money is yours again.':
    'Die Bank hat für Sie entschieden. Das Geld gehört wieder Ihnen.',
  'The bank has decided for the customer, who has the money already.':
    'Die Bank hat für den Kunden entschieden, der das Geld schon hat.',
  'The provider has paid the customer back by a rule of yours, before a chargeback began.':
    'Der Anbieter hat dem Kunden nach einer Ihrer Regeln zurückgezahlt, bevor eine Rückbuchung begann.',
  'The provider has stopped it before it began. No money has moved.':
    'Der Anbieter hat sie verhindert, bevor sie begann. Es ist kein Geld geflossen.',
  'The bank has closed its inquiry. No money has moved.':
    'Die Bank hat ihre Anfrage geschlossen. Es ist kein Geld geflossen.',
  'The provider says “{state}”, which Semel does not know. The money is gone. Look there what it means.':
    'Der Anbieter sagt „{state}“, was Semel nicht kennt. Das Geld ist abgebucht. Sehen Sie dort nach, was es bedeutet.',
  'The provider says “{state}”, which Semel does not know. No money is gone. Look there what it means.':
    'Der Anbieter sagt „{state}“, was Semel nicht kennt. Es ist kein Geld abgebucht. Sehen Sie dort nach, was es bedeutet.',
  'The money is gone. The customer owes it again, and can pay on the page of the order. No credit note was written: decide what your books say.':
    'Das Geld ist weg. Der Kunde schuldet es wieder und kann auf der Seite der Bestellung bezahlen. Es wurde keine ' +
    'Rechnungskorrektur geschrieben: Entscheiden Sie, was in Ihren Büchern steht.',

  // Transfers of an order
  'Booked by the bank on': 'Von der Bank gebucht am',
  Payer: 'Zahler',
  'Note this transfer': 'Diese Überweisung vermerken',
  'Transfer noted.': 'Überweisung vermerkt.',
  'Take back': 'Zurücknehmen',
  'Did this transfer not come, or not for this order? The order is due again.':
    'Kam diese Überweisung nicht, oder nicht für diese Bestellung? Die Bestellung ist dann wieder offen.',
  'The transfer was taken back.': 'Die Überweisung wurde zurückgenommen.',
  'Note a transfer': 'Überweisung vermerken',
  'Write what came. If it is less, the rest stays due. If it is more, the surplus goes back.':
    'Schreiben Sie, was ankam. Ist es weniger, bleibt der Rest offen. Ist es mehr, geht die Überzahlung ' + 'zurück.',
  '{sum} of it is more than was due, and goes back.': 'Davon sind {sum} mehr als offen war und gehen zurück.',
  'It also pays {orders}.': 'Sie bezahlt auch {orders}.',

  // The check of a VAT ID
  'Not checked: VIES gave no answer on {when} ({reason}). Check it by hand':
    'Nicht geprüft: VIES gab am {when} keine Antwort ({reason}). Prüfen Sie sie von Hand',
  'Valid in VIES on {when}': 'Gültig laut VIES am {when}',
  'Not valid in VIES on {when}': 'Nicht gültig laut VIES am {when}',
  'consultation number {number}': 'Abfragenummer {number}',
  Currency: 'Währung',
  BIC: 'BIC',
} as const
