/** Findings that English says differently for one. */
import type { Plural } from '../../../text.ts'

export const upkeepSingulars: Readonly<Record<string, Plural>> = {
  '{count} statements wait for it.': {
    one: '{count} statement waits for it.',
    other: '{count} statements wait for it.',
  },
  'in {count} days': {
    one: 'in {count} day',
    other: 'in {count} days',
  },
  'Invoices are kept for {count} years.': {
    one: 'Invoices are kept for {count} year.',
    other: 'Invoices are kept for {count} years.',
  },
  '{count} of the newest {most} products have no weight, so a delivery method that goes by weight is too cheap for them, and carries any number of them. Enter it.':
    {
      one:
        '{count} of the newest {most} products has no weight, so a delivery method that goes by weight is too ' +
        'cheap for it, and carries any number of them. Enter it.',
      other:
        '{count} of the newest {most} products have no weight, so a delivery method that goes by weight is too ' +
        'cheap for them, and carries any number of them. Enter it.',
    },
  '{count} calls to the payment provider {provider} are in doubt. Look there, then say how each ended: semel payments list, semel payments settle ID':
    {
      one:
        '{count} call to the payment provider {provider} is in doubt. Look there, then say how each ended: semel ' +
        'payments list, semel payments settle ID',
      other:
        '{count} calls to the payment provider {provider} are in doubt. Look there, then say how each ended: semel ' +
        'payments list, semel payments settle ID',
    },
  '{count} calls to the payment provider {provider} had no answer for more than 5 minutes. We go on trying.': {
    one: '{count} call to the payment provider {provider} had no answer for more than 5 minutes. We go on trying.',
    other: '{count} calls to the payment provider {provider} had no answer for more than 5 minutes. We go on trying.',
  },
  'The payment provider {provider} has refused {count} calls in the last 24 hours.': {
    one: 'The payment provider {provider} has refused {count} call in the last 24 hours.',
    other: 'The payment provider {provider} has refused {count} calls in the last 24 hours.',
  },
  'For more than 10 minutes the payment provider {provider} has not said how {count} payments stand. Check its key and what the key may do.':
    {
      one:
        'For more than 10 minutes the payment provider {provider} has not said how {count} payment stands. Check ' +
        'its key and what the key may do.',
      other:
        'For more than 10 minutes the payment provider {provider} has not said how {count} payments stand. Check ' +
        'its key and what the key may do.',
    },
  '{count} chargebacks or questions of banks wait for an answer at the provider, the first one until {time} UTC. An answer that is late loses the money.':
    {
      one:
        '{count} chargeback or question of a bank waits for an answer at the provider, the first one until {time} ' +
        'UTC. An answer that is late loses the money.',
      other:
        '{count} chargebacks or questions of banks wait for an answer at the provider, the first one until {time} ' +
        'UTC. An answer that is late loses the money.',
    },
  '{count} events of the payment provider {provider} are about payments that this database does not know. It was set back, or another shop uses the same account: look, then press "Known" among the payments to look at.':
    {
      one:
        '{count} event of the payment provider {provider} is about payments that this database does not know. It ' +
        'was set back, or another shop uses the same account: look, then press "Known" among the payments to look ' +
        'at.',
      other:
        '{count} events of the payment provider {provider} are about payments that this database does not know. It ' +
        'was set back, or another shop uses the same account: look, then press "Known" among the payments to look ' +
        'at.',
    },
  '{count} events were refused, because their signature is not by {secrets}.': {
    one: '{count} event was refused, because its signature is not by {secrets}.',
    other: '{count} events were refused, because their signature is not by {secrets}.',
  },
  '{count} events of the payment provider {provider} did not come in the last 24 hours, but its list has them.': {
    one: '{count} event of the payment provider {provider} did not come in the last 24 hours, but its list has it.',
    other:
      '{count} events of the payment provider {provider} did not come in the last 24 hours, but its list has them.',
  },
  '{count} payments wait for {provider}, which is not configured anymore, the first one of order #{id}. Set its settings again, and leave it out of PAYMENT_PROVIDERS: then it finishes them and takes no new ones. Or look there, and say on the pages of the orders how they ended.':
    {
      one:
        '{count} payment waits for {provider}, which is not configured anymore, the first one of order #{id}. Set ' +
        'its settings again, and leave it out of PAYMENT_PROVIDERS: then it finishes them and takes no new ones. ' +
        'Or look there, and say on the pages of the orders how they ended.',
      other:
        '{count} payments wait for {provider}, which is not configured anymore, the first one of order #{id}. Set ' +
        'its settings again, and leave it out of PAYMENT_PROVIDERS: then it finishes them and takes no new ones. ' +
        'Or look there, and say on the pages of the orders how they ended.',
    },
}
