/**
 * The commands that run until they are asked to stop: `start`, `serve` and `work`. What they need beside the database is loaded when
 * it is open: a start that fails says so sooner, and so does help.
 */
import type { Command } from 'commander'
import type { OpenContext } from './open.ts'

export function serviceCommands(program: Command): void {
  program
    .command('start')
    .description(
      'start everything in one process: HTTP, the notification worker and, unless configured, a database and an inbox',
    )
    .action(() => run('start', { join: false, migrates: true }))

  program
    .command('serve')
    .description('start HTTP only; you can run several against one database')
    .option(...NO_MIGRATE)
    .action(({ migrate }: { migrate: boolean }) => run('serve', { join: true, migrates: migrate }))

  program
    .command('work')
    .description('start the notification worker only; you can run several against one database')
    .option(...NO_MIGRATE)
    .action(({ migrate }: { migrate: boolean }) => run('work', { join: true, migrates: migrate }))
}

const NO_MIGRATE = [
  '--no-migrate',
  'for a role that may not change tables: refuse to start while a migration is missing',
] as const

async function run(name: 'start' | 'serve' | 'work', options: { join: boolean; migrates: boolean }): Promise<void> {
  const { openContext, readConfig } = await import('./open.ts')
  const config = readConfig()
  await using context: OpenContext = await openContext(config, { name, wait: true, reads: name !== 'work', ...options })
  const { checkStart, start, serve, work } = await import('./services/run.ts')
  await checkStart(context)
  await { start, serve, work }[name](context)
}
