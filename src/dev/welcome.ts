import { createDemoApiKey } from '../accounts/sessions/api-keys.ts'
import type { AppContext } from '../context.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-accounts.ts'

/** The text that `semel start` prints: how to reach the shop, the API and the inbox, and how to sign in. */
export async function welcome(context: AppContext, origin: string): Promise<string> {
  const accounts = DEMO_USERS.map(({ email, role }) => `    ${email.padEnd(20)} ${role}`).join('\n')
  return `
Semel is running. Ctrl-C stops it.

  Shop           ${origin}/
  API            ${origin}/api
  Inbox          ${origin}/dev      emails, text messages and login codes

  Demo accounts, password for all of them:  ${DEMO_PASSWORD}
${accounts}
  Login codes    ${origin}/dev      or  curl '${origin}/dev/code?email=${DEMO_USERS[0]!.email}'
  Demo API key   ${await createDemoApiKey(context)}
`
}
