/** Findings about payments, in German. */
export const paymentFindings = {
  'It says: {reply}': 'Er sagt: {reply}',
  '{count} calls to the payment provider {provider} are in doubt. Look there, then say how each ended: semel payments list, semel payments settle ID':
    {
      one:
        '{count} Aufruf beim Zahlungsanbieter {provider} ist ungewiss. Sehen Sie dort nach, und geben Sie dann an, ' +
        'wie er endete: semel payments list, semel payments settle ID',
      other:
        '{count} Aufrufe beim Zahlungsanbieter {provider} sind ungewiss. Sehen Sie dort nach, und geben Sie dann ' +
        'an, wie jeder endete: semel payments list, semel payments settle ID',
    },
  '{count} calls to the payment provider {provider} had no answer for more than 5 minutes. We go on trying.': {
    one:
      '{count} Aufruf beim Zahlungsanbieter {provider} hat seit über 5 Minuten keine Antwort. Semel versucht es ' +
      'weiter.',
    other:
      '{count} Aufrufe beim Zahlungsanbieter {provider} haben seit über 5 Minuten keine Antwort. Semel versucht ' +
      'es weiter.',
  },
  'The payment provider {provider} has refused {count} calls in the last 24 hours.': {
    one: 'Der Zahlungsanbieter {provider} hat in den letzten 24 Stunden {count} Aufruf abgelehnt.',
    other: 'Der Zahlungsanbieter {provider} hat in den letzten 24 Stunden {count} Aufrufe abgelehnt.',
  },
  'For more than 10 minutes the payment provider {provider} has not said how {count} payments stand. Check its key and what the key may do.':
    {
      one:
        'Seit über 10 Minuten hat der Zahlungsanbieter {provider} nicht gesagt, wie es um {count} Zahlung steht. ' +
        'Prüfen Sie seinen Schlüssel und was dieser darf.',
      other:
        'Seit über 10 Minuten hat der Zahlungsanbieter {provider} nicht gesagt, wie es um {count} Zahlungen steht. ' +
        'Prüfen Sie seinen Schlüssel und was dieser darf.',
    },
  '{count} chargebacks or questions of banks wait for an answer at the provider, the first one until {time} UTC. An answer that is late loses the money.':
    {
      one:
        '{count} Rückbuchung oder Frage einer Bank wartet beim Anbieter auf eine Antwort, bis {time} UTC. Eine ' +
        'verspätete Antwort verliert das Geld.',
      other:
        '{count} Rückbuchungen oder Fragen von Banken warten beim Anbieter auf eine Antwort, die erste bis {time} ' +
        'UTC. Eine verspätete Antwort verliert das Geld.',
    },
  'The last accepted one came on {time} UTC.': 'Das letzte angenommene kam am {time} UTC.',
  'None was ever accepted.': 'Noch nie wurde eines angenommen.',
  '{count} events of the payment provider {provider} are about payments that this database does not know. It was set back, or another shop uses the same account: look, then press "Known" among the payments to look at.':
    {
      one:
        '{count} Ereignis des Zahlungsanbieters {provider} betrifft Zahlungen, die diese Datenbank nicht kennt. ' +
        'Sie wurde zurückgesetzt, oder ein anderer Shop nutzt dasselbe Konto: Sehen Sie nach, und drücken Sie dann ' +
        'bei den zu prüfenden Zahlungen „Bekannt“.',
      other:
        '{count} Ereignisse des Zahlungsanbieters {provider} betreffen Zahlungen, die diese Datenbank nicht kennt. ' +
        'Sie wurde zurückgesetzt, oder ein anderer Shop nutzt dasselbe Konto: Sehen Sie nach, und drücken Sie dann ' +
        'bei den zu prüfenden Zahlungen „Bekannt“.',
    },
  '{count} events were refused, because their signature is not by {secrets}.': {
    one: '{count} Ereignis wurde abgelehnt, weil seine Signatur nicht von {secrets} stammt.',
    other: '{count} Ereignisse wurden abgelehnt, weil ihre Signatur nicht von {secrets} stammt.',
  },
  'the secret of {name}': 'dem Geheimnis von {name}',
  'Compare the secret with that of the endpoint at the provider.':
    'Vergleichen Sie das Geheimnis mit dem des Endpunkts beim Anbieter.',
  '{count} events of the payment provider {provider} did not come in the last 24 hours, but its list has them.': {
    one:
      '{count} Ereignis des Zahlungsanbieters {provider} kam in den letzten 24 Stunden nicht an, steht aber in ' +
      'seiner Liste.',
    other:
      '{count} Ereignisse des Zahlungsanbieters {provider} kamen in den letzten 24 Stunden nicht an, stehen aber ' +
      'in seiner Liste.',
  },
  'Look at the endpoint at the provider.': 'Prüfen Sie den Endpunkt beim Anbieter.',
  'The list of events of the payment provider {provider} cannot be read, so an event that is missing is not noticed.':
    'Die Liste der Ereignisse des Zahlungsanbieters {provider} lässt sich nicht lesen; ein fehlendes Ereignis ' +
    'fällt also nicht auf.',
  '{count} payments wait for {provider}, which is not configured anymore, the first one of order #{id}. Set its settings again, and leave it out of PAYMENT_PROVIDERS: then it finishes them and takes no new ones. Or look there, and say on the pages of the orders how they ended.':
    {
      one:
        '{count} Zahlung wartet auf {provider}, das nicht mehr eingerichtet ist, bei Bestellung Nr. {id}. Setzen ' +
        'Sie die Einstellungen wieder, und lassen Sie es in PAYMENT_PROVIDERS weg: Dann schließt es sie ab und ' +
        'nimmt keine neuen an. Oder sehen Sie dort nach, und geben Sie auf der Seite der Bestellung an, wie sie ' +
        'endete.',
      other:
        '{count} Zahlungen warten auf {provider}, das nicht mehr eingerichtet ist, die erste bei Bestellung ' +
        'Nr. {id}. Setzen Sie die Einstellungen wieder, und lassen Sie es in PAYMENT_PROVIDERS weg: Dann schließt ' +
        'es sie ab und nimmt keine neuen an. Oder sehen Sie dort nach, und geben Sie auf den Seiten der ' +
        'Bestellungen an, wie sie endeten.',
    },
} as const
