import { Readable } from 'node:stream'
import { format } from 'node:util'
import { Command, CommanderError } from 'commander'
import { accountCommands } from '../../src/cli/accounts.ts'
import { databaseCommands } from '../../src/cli/database.ts'
import { deliveryCommands } from '../../src/cli/deliveries.ts'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { report } from '../../src/cli/failure.ts'
import { movingCommands } from '../../src/cli/files/moving.ts'
import { productCommands } from '../../src/cli/files/products.ts'
import { listenCommands } from '../../src/cli/listen.ts'
import { mailReportCommand } from '../../src/cli/mail/report.ts'
import { webhookCommands } from '../../src/cli/webhooks.ts'

const COMMANDS = [
  accountCommands,
  databaseCommands,
  deliveryCommands,
  doctorCommand,
  listenCommands,
  mailReportCommand,
  movingCommands,
  productCommands,
  webhookCommands,
]

/**
 * Runs `semel <args>` in this process. A process of its own costs half a second of processor time, most of it for loading
 * modules, so a file starts one for each command (`runSemel`) and calls the command for its other cases.
 * One call at a time: it borrows the environment, the console and the input of the process.
 * @param env the whole environment @param input what the command reads from its standard input
 */
export async function callSemel(args: string[], env: Record<string, string>, input = '') {
  let output = ''
  const write = (text: string | Uint8Array) => {
    output += text
    return true
  }
  const print = (...values: unknown[]) => write(`${format(...values)}\n`)
  const program = new Command('semel').showHelpAfterError().exitOverride()
  program.configureOutput({ writeOut: write, writeErr: write })
  for (const addTo of COMMANDS) addTo(program)

  using stack = new DisposableStack()
  const lend = <T extends object, K extends keyof T>(of: T, name: K, value: T[K]) => {
    const own = Object.getOwnPropertyDescriptor(of, name)
    Object.defineProperty(of, name, { value, configurable: true, writable: true })
    stack.defer(() => (own ? Object.defineProperty(of, name, own) : Reflect.deleteProperty(of, name)))
  }
  lend(process, 'env', { ...env })
  lend(process, 'stdin', Readable.from([Buffer.from(input)].filter(({ length }) => length > 0)) as never)
  lend(process.stderr, 'write', write as never)
  lend(console, 'log', print)
  lend(console, 'error', print)
  const { exitCode } = process
  stack.defer(() => {
    process.exitCode = exitCode
  })

  process.exitCode = 0
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, output }
    return { code: report(error, args[0]), output }
  }
  return { code: process.exitCode, output }
}
