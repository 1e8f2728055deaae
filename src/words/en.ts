import type { Plural } from './text.ts'

/** Texts that English says differently for one thing. The text itself is what it says for several. */
export const singulars: Readonly<Record<string, Plural>> = {
  'Only {left} left ({count} are already in your cart).': {
    one: 'Only {left} left ({count} is already in your cart).',
    other: 'Only {left} left ({count} are already in your cart).',
  },
  'You have {count} unused recovery codes.': {
    one: 'You have {count} unused recovery code.',
    other: 'You have {count} unused recovery codes.',
  },
  '{count} pieces': { one: '{count} piece', other: '{count} pieces' },
  '{count} orders': { one: '{count} order', other: '{count} orders' },
  '{count} items': { one: '{count} item', other: '{count} items' },
  '{count} unsaved changes': { one: '{count} unsaved change', other: '{count} unsaved changes' },
  '{count} seconds': { one: '{count} second', other: '{count} seconds' },
  '{count} minutes': { one: '{count} minute', other: '{count} minutes' },
  '{count} hours': { one: '{count} hour', other: '{count} hours' },
  '{label} must have at least {count} entries': {
    one: '{label} must have at least {count} entry',
    other: '{label} must have at least {count} entries',
  },
  '{label} must have at most {count} entries': {
    one: '{label} must have at most {count} entry',
    other: '{label} must have at most {count} entries',
  },
  '{label} must have at least {count} characters': {
    one: '{label} must have at least {count} character',
    other: '{label} must have at least {count} characters',
  },
  '{label} must have at most {count} characters': {
    one: '{label} must have at most {count} character',
    other: '{label} must have at most {count} characters',
  },
  'This list has {count} pages.': { one: 'This list has {count} page.', other: 'This list has {count} pages.' },
  '{total} products': { one: '{total} product', other: '{total} products' },
  '{total} products in stock.': { one: '{total} product in stock.', other: '{total} products in stock.' },
  '{count} orders wait for their payment.': {
    one: '{count} order waits for its payment.',
    other: '{count} orders wait for their payment.',
  },
  '{count} working days': { one: '{count} working day', other: '{count} working days' },
  '{least} to {count} working days': {
    one: '{least} to {count} working day',
    other: '{least} to {count} working days',
  },
  'Only {count} are left.': { one: 'Only {count} is left.', other: 'Only {count} are left.' },
}
