/*
 * A process for the tests of the embedded database. It opens the database, reports in lines of JSON, and closes it at
 * SIGTERM.
 * node hold.ts DATA_DIR [join] [as UID GID]
 */
import { openEmbedded } from './embedded.ts'

const [dataDir, ...words] = process.argv.slice(2)
const as = words.indexOf('as')
if (as >= 0) {
  process.setgroups!([])
  process.setgid!(Number(words[as + 2]))
  process.setuid!(Number(words[as + 1]))
}
// A shell sends Ctrl-C to the whole process group. This process ignores it, as if it drained forever.
process.on('SIGINT', () => {})
process.on('SIGUSR2', () => {
  throw new Error('an uncaught exception')
})

try {
  const database = await openEmbedded(dataDir!, {
    join: words.includes('join'),
    fsync: false,
    notice: message => report({ notice: message }),
  })
  const alive = setInterval(() => {}, 1_000)
  process.on('SIGTERM', async () => {
    await database.close()
    clearInterval(alive)
  })
  report({ url: database.url, owned: database.owned })
} catch (error) {
  report({ error: String(error) })
}

function report(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
