import { Command } from 'commander'
import { accountCommands } from './cli/accounts.ts'
import { databaseCommands } from './cli/database.ts'
import { deliveryCommands } from './cli/deliveries.ts'
import { doctorCommand } from './cli/doctor.ts'
import { productCommands } from './cli/products.ts'
import { serviceCommands } from './cli/service.ts'
import { listenForSignals } from './cli/signals.ts'
import { verifyCommand } from './cli/verify.ts'
import { webhookCommands } from './cli/webhooks.ts'
import { StartError } from './config.ts'

listenForSignals()
const program = new Command('semel')
  .description('A commerce and account service: one code, one session; one event, one email; one order, placed once.')
  .showHelpAfterError()
serviceCommands(program)
databaseCommands(program)
productCommands(program)
accountCommands(program)
deliveryCommands(program)
webhookCommands(program)
doctorCommand(program)
verifyCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  // A StartError is a mistake of the operator and needs only its message. Any other error is a bug and keeps its stack.
  console.error(error instanceof StartError ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
