/** `semel user`, `semel api-key` and `semel tokens`: what an operator does with accounts. */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { renderUnicodeCompact } from 'uqr'
import { resetFactors } from '../accounts/second-factors/reset-factors.ts'
import { importTokens } from '../accounts/second-factors/tokens/import-tokens.ts'
import { PUBLISHABLE, SCOPES, type Scope } from '../accounts/sessions/access.ts'
import { createApiKey } from '../accounts/sessions/api-keys.ts'
import type { Role } from '../accounts/tables.ts'
import { disableAccount, enableAccount } from '../accounts/users/administration.ts'
import { createAccount } from '../accounts/users/create-account.ts'
import { userByEmail } from '../accounts/users/user.ts'
import { StartError } from '../config.ts'
import type { AppContext } from '../context.ts'
import { typedEmail } from '../http/input/keywords.ts'
import { Problem } from '../problems.ts'
import { openContext, readConfig } from './open.ts'

export function accountCommands(program: Command): void {
  const user = program.command('user').description('manage accounts')
  createCommand(user)
  adminCommands(user)
  apiKeyCommand(program)
  tokenCommand(program)
}

function createCommand(user: Command): void {
  user
    .command('create')
    .description('create an account with an authenticator app; the password and the secret are shown once')
    .requiredOption('--email <address>', 'email address', typedEmail)
    .requiredOption('--name <name>', 'name of the user')
    .addOption(
      new Option('--role <role>', 'role of the account').choices(['customer', 'staff', 'admin']).default('customer'),
    )
    .addHelpText(
      'after',
      '\nThe password is read from SEMEL_PASSWORD. Without it, a temporary password is generated, shown once, and valid for a day.',
    )
    .action(async ({ email, name, role }: { email: string; name: string; role: Role }) => {
      const given = process.env.SEMEL_PASSWORD
      const password = given ?? randomBytes(12).toString('base64url')
      const { totp, recoveryCodes } = await withContext(context =>
        createAccount(context, { email, userName: name, password, role, isTemporary: given === undefined }),
      )
      console.log(
        `${email} is ready (${role}).${
          given
            ? ''
            : `\n\n  Password  ${password}  (valid for a day; the user can change it at /account or with "Forgot your password?")`
        }`,
      )
      console.log(`  Secret    ${totp.secret}\n\n${renderUnicodeCompact(totp.uri)}\n`)
      console.log(`Recovery codes:\n${recoveryCodes.map(code => `  ${code}`).join('\n')}`)
    })
}

function adminCommands(user: Command): void {
  user
    .command('disable')
    .description('disable an account: end its sessions, block sign-in, stop its email')
    .argument('<email>', 'email address of the account', typedEmail)
    .action(async (email: string) => {
      await withContext(async context => disableAccount(context, { userId: await idOf(context, email) }))
      console.log(`${email} is disabled.`)
    })
  user
    .command('enable')
    .description('enable a disabled account; its owner has to sign in again')
    .argument('<email>', 'email address of the account', typedEmail)
    .action(async (email: string) => {
      await withContext(async context => enableAccount(context, { userId: await idOf(context, email) }))
      console.log(`${email} is enabled.`)
    })

  user
    .command('reset-factors')
    .description(
      'reset the second factors of a user who lost them and the recovery codes; shows a one-time recovery code',
    )
    .argument('<email>', 'email address of the account', typedEmail)
    .addHelpText(
      'after',
      '\nAll second factors and recovery codes stop working, and all sessions end. Make sure you know who gets the code.',
    )
    .action(async (email: string) => {
      const { recoveryCode, expiresAt } = await withContext(async context =>
        resetFactors(context, { userId: await idOf(context, email) }),
      )
      console.log(
        `${recoveryCode}\n\nGive this code to the user. It works once, together with the password, until ${expiresAt.toISOString()}.`,
      )
    })
}

function apiKeyCommand(program: Command): void {
  program
    .command('api-key')
    .description('manage API keys')
    .command('create')
    .description('create an API key; it is shown once')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption(
      '--scope <scopes...>',
      `what the key may do, one or more of: ${SCOPES.join(', ')}; or ${PUBLISHABLE} alone`,
      scope,
    )
    .option('--network <networks...>', 'only from these networks, like 203.0.113.0/24; default: from anywhere')
    .option(
      '--expires <time>',
      'the key stops working then, like 2027-01-31; default: it works until revoked',
      parseTime,
    )
    .action(async ({ name, scope, network = [], expires }: ApiKeyOptions) => {
      const input = { name, scopes: [...new Set(scope)], networks: network, expiresAt: expires }
      const { key } = await withContext(context => createApiKey(context, input))
      console.log(key)
    })
}

function tokenCommand(program: Command): void {
  program
    .command('tokens')
    .description('manage hardware tokens')
    .command('import')
    .description('import OATH TOTP tokens from the file of their vendor: PSKC (XML, RFC 6030) or CSV')
    .argument('<file>', 'path of the file, or - for standard input')
    .option(
      '--replace',
      'take the secret of the file for tokens that were imported with another one and that nobody uses',
    )
    .addHelpText(
      'after',
      '\nThe password of an encrypted file, or its key in hexadecimal digits, is read from SEMEL_PASSWORD.\nA ' +
        'CSV file has a serial and a secret (base32 or hexadecimal digits) in each line, or names its columns in ' +
        'the first.',
    )
    .action(async (file: string, { replace }: { replace?: true }) => {
      if (file !== '-' && !(await stat(file).catch(() => undefined))?.isFile()) {
        throw new StartError(`${file} does not exist or is not a file.`)
      }
      const input: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file)
      const options = { replace, password: process.env.SEMEL_PASSWORD }
      const { imported, replaced, known, bad } = await withContext(context => importTokens(context, input, options))
      for (const { place, reason } of bad) console.error(`${place}: ${reason}`)
      const others = [replaced && ` ${replaced} replaced.`, bad.length && ` ${bad.length} rejected.`].filter(Boolean)
      console.log(`${imported} imported, ${known} already imported.${others.join('')}`)
      if (bad.length > 0) process.exitCode = 1
    })
}

async function withContext<T>(work: (context: AppContext) => Promise<T>): Promise<T> {
  await using context = await openContext(readConfig(), { name: 'accounts', join: true })
  try {
    return await work(context)
  } catch (error) {
    throw error instanceof Problem ? new StartError(`${error.message}.`.replace(/\.\.$/, '.')) : error
  }
}

async function idOf({ db }: AppContext, email: string): Promise<string> {
  const user = await userByEmail(db, email).select('id').executeTakeFirst()
  if (!user) throw new StartError(`There is no account with the email address ${email}.`)
  return user.id
}

type ApiKeyOptions = { name: string; scope: Scope[]; network?: string[]; expires?: Date }

function parseTime(value: string): Date {
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time like 2027-01-31.')
  return time
}

function scope(value: string, earlier: Scope[] = []): Scope[] {
  const known: Scope[] = [...SCOPES, PUBLISHABLE]
  const found = known.find(name => name === value)
  if (!found) throw new InvalidArgumentError(`It must be one of ${known.join(', ')}.`)
  return [...earlier, found]
}
