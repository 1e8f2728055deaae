import type { Ground } from '../ground.ts'

/** What a person needs to know who has just started Semel. */
export function welcome(_ground: Ground, origin: string): string {
  return `
Semel is running. Ctrl-C stops it.

  Shop          ${origin}/
  API           ${origin}/api
  Inbox         ${origin}/dev        e-mails, text messages and the login codes of the demo accounts
`
}
