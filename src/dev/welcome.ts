import { createDemoApiKey } from '../accounts/sessions/api-keys.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import { isLoopback } from '../config/local-address.ts'
import type { AppContext } from '../context.ts'
import { isEmbedded } from './seed.ts'

/** The text that `semel start` prints: how to reach the shop, the API and the inbox, and how to sign in. */
export async function welcome(context: AppContext, origin: string): Promise<string> {
  const { config } = context
  const inbox = config.smtpUrl ? '' : `  Inbox          ${origin}/dev      emails, text messages and login codes\n`
  const openToAll = isLoopback(config.host)
    ? ''
    : `\n  Warning: HOST is ${config.host}, so other machines reach this development server, its inbox and its login codes.\n`
  return `
Semel is running. Ctrl-C stops it.

  Shop           ${origin}/
  API            ${origin}/api
${inbox}${openToAll}
${isEmbedded(context) ? await demoAccounts(context, origin) : OWN_DATABASE}
`
}

const OWN_DATABASE = `  There are no demo accounts, because DATABASE_URL names a database of yours.
  Register in the shop, or make an account with: npx semel user create --help`

async function demoAccounts(context: AppContext, origin: string): Promise<string> {
  const accounts = DEMO_USERS.map(({ email, role }) => `    ${email.padEnd(20)} ${role}`).join('\n')
  const codes = context.config.smtpUrl
    ? `  There are no login codes, because SMTP_URL is set and so there is no inbox. Start once without it to sign in,
  or get a recovery code with: npx semel user reset-factors --help`
    : `  Login codes    ${origin}/dev      or  curl '${origin}/dev/code?email=${DEMO_USERS[0]!.email}'`
  return `  Demo accounts, password for all of them:  ${DEMO_PASSWORD}
${accounts}
${codes}
  Demo API key   ${await createDemoApiKey(context)}`
}
