import type { Plural } from '../../text.ts'

/** Texts of the frame and of lists that English says differently for one. */
export const frameSingulars: Readonly<Record<string, Plural>> = {
  'The customer gets an email in {count} seconds.': {
    one: 'The customer gets an email in {count} second.',
    other: 'The customer gets an email in {count} seconds.',
  },
  'Each customer gets an email in {count} seconds.': {
    one: 'Each customer gets an email in {count} second.',
    other: 'Each customer gets an email in {count} seconds.',
  },
  'Your answer goes out in {count} seconds.': {
    one: 'Your answer goes out in {count} second.',
    other: 'Your answer goes out in {count} seconds.',
  },
  '{total} orders': { one: '{total} order', other: '{total} orders' },
  '{total} draft orders': { one: '{total} draft order', other: '{total} draft orders' },
  '{total} withdrawals': { one: '{total} withdrawal', other: '{total} withdrawals' },
  '{total} returns': { one: '{total} return', other: '{total} returns' },
  '{total} deliveries': { one: '{total} delivery', other: '{total} deliveries' },
  '{total} keys': { one: '{total} key', other: '{total} keys' },
  '{total} emails': { one: '{total} email', other: '{total} emails' },
  '{total} announcements': { one: '{total} announcement', other: '{total} announcements' },
  '{total} messages': { one: '{total} message', other: '{total} messages' },
  '{total} addresses': { one: '{total} address', other: '{total} addresses' },
  '{total} transfers': { one: '{total} transfer', other: '{total} transfers' },
  '{total} payments': { one: '{total} payment', other: '{total} payments' },
  '{total} categories': { one: '{total} category', other: '{total} categories' },
  '{total} groups': { one: '{total} group', other: '{total} groups' },
  '{total} codes': { one: '{total} code', other: '{total} codes' },
  '{total} requests': { one: '{total} request', other: '{total} requests' },
  '{total} customers': { one: '{total} customer', other: '{total} customers' },
  '{total} entries': { one: '{total} entry', other: '{total} entries' },
}
