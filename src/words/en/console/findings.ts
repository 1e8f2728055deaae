/** Findings that English says differently for one. */
import type { Plural } from '../../text.ts'

/** Texts of src/console/findings that English says differently for one. */
export const findingsSingulars: Readonly<Record<string, Plural>> = {
  '{number} deliveries have waited longer than {seconds} seconds. No attempt has been made yet': {
    one: '{number} delivery has waited longer than {seconds} seconds. No attempt has been made yet',
    other: '{number} deliveries have waited longer than {seconds} seconds. No attempt has been made yet',
  },
  '{number} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}': {
    one: '{number} delivery has waited longer than {seconds} seconds. Most frequent reply: {reply}',
    other: '{number} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}',
  },
  'The relay has taken {number} emails and not replied, for up to {seconds} seconds. A worker waits 10 minutes before it puts a delivery in doubt. Other emails go out meanwhile.':
    {
      one:
        'The relay has taken {number} email and not replied, for up to {seconds} seconds. A worker waits 10 ' +
        'minutes before it puts a delivery in doubt. Other emails go out meanwhile.',
      other:
        'The relay has taken {number} emails and not replied, for up to {seconds} seconds. A worker waits 10 ' +
        'minutes before it puts a delivery in doubt. Other emails go out meanwhile.',
    },
  '{number} deliveries are in doubt. Check whether the email arrived.': {
    one: '{number} delivery is in doubt. Check whether the email arrived.',
    other: '{number} deliveries are in doubt. Check whether the email arrived.',
  },
  '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}': {
    one:
      '{number} delivery failed in the last 24 hours. The relay refused permanently. Most frequent reply: ' + '{reply}',
    other:
      '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: ' +
      '{reply}',
  },
  '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}. Newest reply: {newest}':
    {
      one:
        '{number} delivery failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}. ' +
        'Newest reply: {newest}',
      other:
        '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}. ' +
        'Newest reply: {newest}',
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
  '{number} shipped orders have no invoice, because nobody has entered who sells and from where.': {
    one: '{number} shipped order has no invoice, because nobody has entered who sells and from where.',
    other: '{number} shipped orders have no invoice, because nobody has entered who sells and from where.',
  },
  '{number} orders are to be paid by bank transfer, and no customer reads to which account.': {
    one: '{number} order is to be paid by bank transfer, and no customer reads to which account.',
    other: '{number} orders are to be paid by bank transfer, and no customer reads to which account.',
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
