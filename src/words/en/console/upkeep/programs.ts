import type { Plural } from '../../../text.ts'

/** Texts of the console about webhooks, API keys, versions and caches that English says differently for one. */
export const programSingulars: Readonly<Record<string, Plural>> = {
  '<b>{number}</b> requests, {share} of all': {
    one: '<b>{number}</b> request, {share} of all',
    other: '<b>{number}</b> requests, {share} of all',
  },
  '{number} <s>entries in this process</s>': {
    one: '{number} <s>entry in this process</s>',
    other: '{number} <s>entries in this process</s>',
  },
}
