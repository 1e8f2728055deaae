/** Findings about payments, in French. */
export const paymentFindings = {
  'It says: {reply}': 'Il dit : {reply}',
  '{count} calls to the payment provider {provider} are in doubt. Look there, then say how each ended: semel payments list, semel payments settle ID':
    {
      one:
        '{count} appel au prestataire {provider} est incertain. Regardez là-bas, puis indiquez comment il s’est ' +
        'terminé : semel payments list, semel payments settle ID',
      other:
        '{count} appels au prestataire {provider} sont incertains. Regardez là-bas, puis indiquez comment chacun ' +
        's’est terminé : semel payments list, semel payments settle ID',
    },
  '{count} calls to the payment provider {provider} had no answer for more than 5 minutes. We go on trying.': {
    one: '{count} appel au prestataire {provider} est sans réponse depuis plus de 5 minutes. Semel continue d’essayer.',
    other:
      '{count} appels au prestataire {provider} sont sans réponse depuis plus de 5 minutes. Semel continue d’essayer.',
  },
  'The payment provider {provider} has refused {count} calls in the last 24 hours.': {
    one: 'Le prestataire {provider} a refusé {count} appel dans les dernières 24 heures.',
    other: 'Le prestataire {provider} a refusé {count} appels dans les dernières 24 heures.',
  },
  'For more than 10 minutes the payment provider {provider} has not said how {count} payments stand. Check its key and what the key may do.':
    {
      one:
        'Depuis plus de 10 minutes, le prestataire {provider} n’a pas dit où en est {count} paiement. Vérifiez sa ' +
        'clé et ce qu’elle peut faire.',
      other:
        'Depuis plus de 10 minutes, le prestataire {provider} n’a pas dit où en sont {count} paiements. Vérifiez ' +
        'sa clé et ce qu’elle peut faire.',
    },
  '{count} chargebacks or questions of banks wait for an answer at the provider, the first one until {time} UTC. An answer that is late loses the money.':
    {
      one:
        '{count} contestation ou question d’une banque attend une réponse chez le prestataire, jusqu’au {time} ' +
        'UTC. Une réponse tardive perd l’argent.',
      other:
        '{count} contestations ou questions de banques attendent une réponse chez le prestataire, la première ' +
        'jusqu’au {time} UTC. Une réponse tardive perd l’argent.',
    },
  'The last accepted one came on {time} UTC.': 'Le dernier accepté est arrivé le {time} UTC.',
  'None was ever accepted.': 'Aucun n’a jamais été accepté.',
  '{count} events of the payment provider {provider} are about payments that this database does not know. It was set back, or another shop uses the same account: look, then press "Known" among the payments to look at.':
    {
      one:
        '{count} événement du prestataire {provider} concerne des paiements que cette base de données ne connaît ' +
        'pas. Elle a été restaurée, ou une autre boutique utilise le même compte : regardez, puis pressez ' +
        '« Connu » parmi les paiements à vérifier.',
      other:
        '{count} événements du prestataire {provider} concernent des paiements que cette base de données ne ' +
        'connaît pas. Elle a été restaurée, ou une autre boutique utilise le même compte : regardez, puis pressez ' +
        '« Connu » parmi les paiements à vérifier.',
    },
  '{count} events were refused, because their signature is not by {secrets}.': {
    one: '{count} événement a été refusé, car sa signature n’est pas faite avec {secrets}.',
    other: '{count} événements ont été refusés, car leur signature n’est pas faite avec {secrets}.',
  },
  'the secret of {name}': 'le secret de {name}',
  'Compare the secret with that of the endpoint at the provider.':
    'Comparez le secret avec celui du point de réception chez le prestataire.',
  '{count} events of the payment provider {provider} did not come in the last 24 hours, but its list has them.': {
    one:
      '{count} événement du prestataire {provider} n’est pas arrivé dans les dernières 24 heures, mais il est ' +
      'dans sa liste.',
    other:
      '{count} événements du prestataire {provider} ne sont pas arrivés dans les dernières 24 heures, mais ils ' +
      'sont dans sa liste.',
  },
  'Look at the endpoint at the provider.': 'Regardez le point de réception chez le prestataire.',
  'The list of events of the payment provider {provider} cannot be read, so an event that is missing is not noticed.':
    'La liste des événements du prestataire {provider} ne peut pas être lue ; un événement manquant passe donc ' +
    'inaperçu.',
  '{count} payments wait for {provider}, which is not configured anymore, the first one of order #{id}. Set its settings again, and leave it out of PAYMENT_PROVIDERS: then it finishes them and takes no new ones. Or look there, and say on the pages of the orders how they ended.':
    {
      one:
        '{count} paiement attend {provider}, qui n’est plus configuré, pour la commande n° {id}. Remettez ses ' +
        'réglages, et laissez-le hors de PAYMENT_PROVIDERS : il le termine alors et n’en prend pas de nouveaux. Ou ' +
        'regardez là-bas, et indiquez sur la page de la commande comment il s’est terminé.',
      other:
        '{count} paiements attendent {provider}, qui n’est plus configuré, le premier pour la commande n° {id}. ' +
        'Remettez ses réglages, et laissez-le hors de PAYMENT_PROVIDERS : il les termine alors et n’en prend pas ' +
        'de nouveaux. Ou regardez là-bas, et indiquez sur les pages des commandes comment ils se sont terminés.',
    },
} as const
