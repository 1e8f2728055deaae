import type { Operation } from './types.ts'

/** The sections of the reference, in the order in which a newcomer needs them. */
const TAGS: [name: string, path: RegExp, description: string][] = [
  ['Signing in', /^\/auth\//, 'Register, sign in with a second factor, sign out, reset a forgotten password.'],
  ['Users', /^\/users/, 'The signed-in user: profile, password, second factors.'],
  ['Products', /^\/products/, 'The product list, sorted and paged so that each product appears exactly once.'],
  ['Cart', /^\/cart/, 'The products that a browser has put in its cart.'],
  ['Orders', /^\/orders/, 'Placing an order, and its steps until it is delivered.'],
  ['Notifications', /^\/notifications/, 'The emails that an event sends, one to each recipient.'],
  ['Events', /^\/events/, 'The feed of what happened, in one order without a gap.'],
  ['Webhooks', /^\/webhooks/, 'Addresses of other programs that get the events.'],
  ['Contact', /^\/contact/, 'Messages to the support team.'],
  ['Administration', /^\/admin/, 'For staff.'],
]
const OTHER = ['The API itself', 'Descriptions of the API for programs.'] as const

export function tagOf(path: string): string {
  return TAGS.find(([, pattern]) => pattern.test(path))?.[0] ?? OTHER[0]
}

/** @returns the tags that are in use */
export function tagsOf(paths: Record<string, Record<string, Operation>>) {
  const used = new Set(Object.keys(paths).map(tagOf))
  return [
    ...TAGS.map(([name, , description]) => ({ name, description })),
    { name: OTHER[0], description: OTHER[1] },
  ].filter(({ name }) => used.has(name))
}
