/** `semel payments`: what an operator does with calls to the payment provider that have not ended. */
import type { Command } from 'commander'
import { StartError } from '../config.ts'
import type { AppContext } from '../context.ts'
import { cancelIfUnpaid } from '../orders/transition.ts'
import { money } from '../pages/format.ts'
import { settleDoubt } from '../payments/ledger/doubts.ts'
import { findOpenCalls, type OpenCall } from '../payments/queries.ts'
import { Problem } from '../problems.ts'
import { parseUuid } from './arguments.ts'
import { openContext, readConfig } from './open.ts'

export function paymentCommands(program: Command): void {
  const payments = program.command('payments').description('see and settle calls to the payment provider')

  payments
    .command('list')
    .description('list the calls that have not ended; by default those in doubt')
    .option('--all', 'also those that wait')
    .option('--json', 'print one JSON object per line')
    .action(async ({ all, json }: { all?: boolean; json?: boolean }) => {
      const calls = await withContext(({ db }) => findOpenCalls(db, { onlyDoubts: !all }))
      for (const call of calls) console.log(json ? JSON.stringify(call) : asLine(call))
      if (!json) console.log(`${calls.length} in total`)
    })

  payments
    .command('settle')
    .description('say what became of a call in doubt, after a look at the provider')
    .argument('<id>', 'the call', parseUuid)
    .option('--done', 'the provider shows it')
    .option('--again', 'the provider surely does not show it: do it again')
    .action(async (id: string, { done = false, again = false }: { done?: boolean; again?: boolean }) => {
      if (done === again) throw new StartError('Say either --done or --again.')
      await withContext(context => settleDoubt(context, id, { isDone: done, now: context.clock.now() }, cancelIfUnpaid))
      console.log(done ? 'Noted.' : 'It is done again, or counts as failed if its provider is not configured.')
    })
}

async function withContext<T>(work: (context: AppContext) => Promise<T>): Promise<T> {
  await using context = await openContext(readConfig(), { name: 'payments', join: true })
  try {
    return await work(context)
  } catch (error) {
    throw error instanceof Problem ? new StartError(error.message) : error
  }
}

function asLine({ id, kind, state, amount, currency, provider, orderId, createdAt, reply }: OpenCall): string {
  const sum = money(amount, currency)
  return [
    id,
    provider,
    state.padEnd(8),
    kind.padEnd(7),
    `order #${orderId}`,
    sum,
    createdAt.toISOString(),
    reply ?? '',
  ].join('  ')
}
