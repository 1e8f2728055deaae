import { Command } from 'commander'
import { knowAddresses } from './cli/services/known-addresses.ts'
import { endWithReader, listenForSignals } from './cli/signals.ts'
import { readBuild } from './observability/build.ts'

/**
 * The files of commands, with the words that their commands begin with. A command loads only its own file: loading all of them
 * takes most of a second, and a short command needs half of that or less. Without a known word, help shows them all.
 */
const FILES = [
  { words: ['start', 'serve', 'work'], load: async () => (await import('./cli/service.ts')).serviceCommands },
  {
    words: ['migrate', 'seed', 'change-secret-key'],
    load: async () => (await import('./cli/database.ts')).databaseCommands,
  },
  { words: ['products'], load: async () => (await import('./cli/files/products.ts')).productCommands },
  { words: ['export', 'customers'], load: async () => (await import('./cli/files/moving.ts')).movingCommands },
  { words: ['user', 'api-key', 'tokens'], load: async () => (await import('./cli/accounts.ts')).accountCommands },
  { words: ['deliveries'], load: async () => (await import('./cli/deliveries.ts')).deliveryCommands },
  { words: ['mail-report'], load: async () => (await import('./cli/mail/report.ts')).mailReportCommand },
  { words: ['webhooks'], load: async () => (await import('./cli/webhooks.ts')).webhookCommands },
  { words: ['listen', 'trigger'], load: async () => (await import('./cli/listen.ts')).listenCommands },
  { words: ['payments'], load: async () => (await import('./cli/payments.ts')).paymentCommands },
  { words: ['documents'], load: async () => (await import('./cli/documents.ts')).documentCommands },
  { words: ['doctor'], load: async () => (await import('./cli/doctor.ts')).doctorCommand },
  { words: ['verify'], load: async () => (await import('./cli/verify.ts')).verifyCommand },
]

knowAddresses()
listenForSignals()
endWithReader()
const { version, commit } = readBuild()
const program = new Command('semel')
  .description('A commerce and account service: one code, one session; one event, one email; one order, placed once.')
  .version(commit ? `${version} (${commit})` : version)
  .showHelpAfterError()
const own = FILES.filter(({ words }) => words.includes(process.argv[2] ?? ''))
for (const { load } of own.length > 0 ? own : FILES) {
  const addTo = await load()
  addTo(program)
}

try {
  await program.parseAsync()
} catch (error) {
  const { report } = await import('./cli/failure.ts')
  process.exitCode = report(error, process.argv[2])
}
