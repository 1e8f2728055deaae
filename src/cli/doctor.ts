/** `semel doctor` says what is wrong with an installation, and what to do. */
import type { Command } from 'commander'

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, database, key, clocks, mail relay, workers and deliveries')
    .addHelpText(
      'after',
      '\nThe exit code is 1 when a check fails, else 0; warnings do not count. Doctor changes nothing and sends nothing.',
    )
    .option('--bundle', 'print findings, settings and figures as JSON for whoever helps you, without secrets')
    .action(async ({ bundle }: { bundle?: boolean }) => {
      // The checks load most of Semel, and help needs none of it.
      const { examine } = await import('./doctor/examine.ts')
      let failed = false
      const lines: string[] = []
      for await (const { subject, level, text } of examine()) {
        failed ||= level === 'bad'
        const line = `${MARKS[level]} ${subject.padEnd(14)} ${text.replaceAll('\n', `\n${' '.repeat(16)}`)}`
        if (bundle) lines.push(line)
        else console.log(line)
      }
      if (bundle) console.log(await (await import('./doctor/bundle.ts')).writeBundle(lines))
      else if (failed) process.exitCode = 1
    })
}

const MARKS = { good: '✓', warn: '!', bad: '✗' }
