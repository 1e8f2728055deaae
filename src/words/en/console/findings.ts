/** Findings that English says differently for one. */
import type { Plural } from '../../text.ts'

/** Texts of src/console/findings that English says differently for one. */
export const findingsSingulars: Readonly<Record<string, Plural>> = {
  '{count} deliveries have waited longer than {seconds} seconds. No attempt has been made yet': {
    one: '{count} delivery has waited longer than {seconds} seconds. No attempt has been made yet',
    other: '{count} deliveries have waited longer than {seconds} seconds. No attempt has been made yet',
  },
  '{count} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}': {
    one: '{count} delivery has waited longer than {seconds} seconds. Most frequent reply: {reply}',
    other: '{count} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}',
  },
  'The relay has taken {count} emails and not replied, for up to {seconds} seconds. A worker waits 10 minutes before it puts a delivery in doubt. Other emails go out meanwhile.':
    {
      one:
        'The relay has taken {count} email and not replied, for up to {seconds} seconds. A worker waits 10 ' +
        'minutes before it puts a delivery in doubt. Other emails go out meanwhile.',
      other:
        'The relay has taken {count} emails and not replied, for up to {seconds} seconds. A worker waits 10 ' +
        'minutes before it puts a delivery in doubt. Other emails go out meanwhile.',
    },
  '{count} deliveries are in doubt. Check whether the email arrived.': {
    one: '{count} delivery is in doubt. Check whether the email arrived.',
    other: '{count} deliveries are in doubt. Check whether the email arrived.',
  },
  '{count} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}': {
    one:
      '{count} delivery failed in the last 24 hours. The relay refused permanently. Most frequent reply: ' + '{reply}',
    other:
      '{count} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: ' +
      '{reply}',
  },
  '{count} confirmations, invoices or receipts were not sent, because emails to the customer come back. Give them to the customer another way.':
    {
      one:
        '{count} confirmation, invoice or receipt was not sent, because emails to the customer come back. Give ' +
        'them to the customer another way.',
      other:
        '{count} confirmations, invoices or receipts were not sent, because emails to the customer come back. ' +
        'Give them to the customer another way.',
    },
  '{count} shipped orders have no invoice, because nobody has entered who sells and from where.': {
    one: '{count} shipped order has no invoice, because nobody has entered who sells and from where.',
    other: '{count} shipped orders have no invoice, because nobody has entered who sells and from where.',
  },
  '{count} orders are to be paid by bank transfer, and no customer reads to which account.': {
    one: '{count} order is to be paid by bank transfer, and no customer reads to which account.',
    other: '{count} orders are to be paid by bank transfer, and no customer reads to which account.',
  },
  '{count} refunds of the last 30 days have failed. Their orders show why.': {
    one: '{count} refund of the last 30 days has failed. Its order shows why.',
    other: '{count} refunds of the last 30 days have failed. Their orders show why.',
  },
  '{count} refunds of the last 30 days were made at the provider.': {
    one: '{count} refund of the last 30 days was made at the provider.',
    other: '{count} refunds of the last 30 days were made at the provider.',
  },
  '{count} payments differ from what was asked, the first one of order #{id}. The page of the order says what to do.': {
    one:
      '{count} payment differs from what was asked, the first one of order #{id}. The page of the order says ' +
      'what to do.',
    other:
      '{count} payments differ from what was asked, the first one of order #{id}. The page of the order says ' +
      'what to do.',
  },
  'Banks have taken back {count} payments, and nobody has decided whether a credit note is written. The pages of the orders ask.':
    {
      one:
        'Banks have taken back {count} payment, and nobody has decided whether a credit note is written. The ' +
        'pages of the orders ask.',
      other:
        'Banks have taken back {count} payments, and nobody has decided whether a credit note is written. The ' +
        'pages of the orders ask.',
    },
}
