/** `semel documents`: the numbers of invoices after a database that was set back. */
import { type Command, InvalidArgumentError } from 'commander'
import { StartError } from '../config.ts'
import { confirmSeries, listSeries } from '../documents/series.ts'
import { Problem } from '../problems.ts'
import { openContext, readConfig } from './open.ts'

export function documentCommands(program: Command): void {
  const documents = program
    .command('documents')
    .description('see the series of numbers of invoices, and let them go on')

  documents
    .command('series')
    .description('list the series with their last numbers')
    .action(async () => {
      await using context = await openContext(readConfig(), { name: 'documents', join: true })
      for (const { name, lastNumber, isWaiting } of await listSeries(context.db))
        console.log([name.padEnd(18), String(lastNumber).padStart(12), isWaiting ? 'waits' : ''].join('  ').trimEnd())
    })

  documents
    .command('confirm')
    .description('say which number left the house last, after the database was set back')
    .argument('<series>', 'such as invoice/2026')
    .argument('<last>', 'the number without prefix and year', number)
    .action(async (series: string, last: number) => {
      await using context = await openContext(readConfig(), { name: 'documents', join: true })
      try {
        await context.db.transaction().execute(tx => confirmSeries(tx, series, last))
      } catch (error) {
        throw error instanceof Problem ? new StartError(error.message) : error
      }
      console.log(`The next number of ${series} is ${last + 1}.`)
    })
}

function number(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return Number(text)
}
