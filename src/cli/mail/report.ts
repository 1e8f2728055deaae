/** `semel mail-report`: the mail server pipes what comes back to the sender of our emails. */
import type { Command } from 'commander'
import { LARGEST_REPORT, readReport } from '../../notifications/suppression/read-report.ts'
import { receiveReport } from '../../notifications/suppression/suppressed.ts'
import { openContext, readConfig } from '../open.ts'

/** sysexits.h: the mail server keeps the report and tries again. */
const TEMPORARY = 75

export function mailReportCommand(program: Command): void {
  program
    .command('mail-report')
    .description('read a report about an email that came back, or a complaint, from the standard input')
    .addHelpText(
      'after',
      '\nFor the alias of a mail server: bounces: "|semel mail-report". Other emails are ignored. The exit code ' +
        'is 75 when the mail server shall try again: the database is away, or a setting is wrong.',
    )
    .action(async () => {
      const report = await readReport(await readInput())
      if (!report) return console.log('This is no report about an email that failed, so it is ignored.')
      try {
        const config = readConfig()
        await using context = await openContext(config, { name: 'mail-report', join: true })
        console.log(OUTCOME_TEXTS[await receiveReport(context, report)])
      } catch (error) {
        console.error((error as Error).message)
        process.exitCode = TEMPORARY
      }
    })
}

const OUTCOME_TEXTS = {
  suppressed: 'Nothing is sent to this address any more.',
  noted: 'Noted. The address is not at fault, so emails still go there.',
  repeated: 'This report is known.',
  unknown: 'This report is about no email of this shop.',
}

/** Reads all, because a mail server takes a pipe that breaks for a failure, and keeps the beginning. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    if (size < LARGEST_REPORT) chunks.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(chunks).toString('latin1')
}
