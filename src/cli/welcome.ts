import { createDemoApiKey } from '../accounts/sessions/api-keys.ts'
import type { AppContext } from '../context.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../dev/demo-accounts.ts'

/** What a person needs to know who has just started Semel. */
export async function welcome(context: AppContext, origin: string): Promise<string> {
  if (context.config.production) return `Semel listens on ${origin}`
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
