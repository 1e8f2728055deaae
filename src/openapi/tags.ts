import type { Document, Operation } from './types.ts'

type Tag = Document['tags'][number]

/** The sections of the reference, in the order in which a newcomer needs them. Generators make class names of the names. */
const TAGS: (Tag & { paths: RegExp })[] = [
  {
    name: 'SignIn',
    'x-displayName': 'Signing in',
    paths: /^\/auth\//,
    description: 'Register, sign in with a second factor, sign out, reset a forgotten password.',
  },
  { name: 'Users', paths: /^\/users/, description: 'The signed-in user: profile, password, second factors.' },
  {
    name: 'Products',
    paths: /^\/product/,
    description: 'The product list, sorted and paged so that each product appears exactly once.',
  },
  { name: 'Cart', paths: /^\/cart/, description: 'The products that a browser has put in its cart.' },
  {
    name: 'Orders',
    paths: /^\/(orders|quotes|past-orders|documents)/,
    description: 'What an order costs, placing it, and its steps until it is delivered.',
  },
  {
    name: 'Notifications',
    paths: /^\/notifications/,
    description: 'The emails that an event sends, one to each recipient.',
  },
  { name: 'Events', paths: /^\/events/, description: 'Everything that happened, in an order that never changes.' },
  { name: 'Webhooks', paths: /webhooks/, description: 'Events that Semel sends to your own address.' },
  {
    name: 'Withdrawals',
    paths: /^\/withdrawals/,
    description: 'Statements of consumers who withdraw from a contract.',
  },
  { name: 'Contact', paths: /^\/contact/, description: 'Messages to the support team.' },
  { name: 'Administration', paths: /^\/admin/, description: 'For staff.' },
  {
    name: 'Meta',
    'x-displayName': 'The API itself',
    paths: /^/,
    description: 'Descriptions of the API for programs.',
  },
]

export function tagOf(path: string): string {
  return TAGS.find(({ paths }) => paths.test(path))!.name
}

/** @returns the tags that are in use */
export function tagsOf(paths: Record<string, Record<string, Operation>>): Tag[] {
  const used = new Set(Object.keys(paths).map(tagOf))
  return TAGS.filter(({ name }) => used.has(name)).map(({ paths: _, ...tag }) => tag)
}
