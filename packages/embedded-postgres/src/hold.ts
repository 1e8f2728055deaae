/*
 * A process for the tests of the embedded database: opens it, tells so in a line of JSON, closes it at SIGTERM.
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
// A shell sends Ctrl-C to the whole process group. This process drains, so to speak, for ever.
process.on('SIGINT', () => {})
process.on('SIGUSR2', () => {
  throw new Error('an exception that nobody catches')
})

try {
  const database = await openEmbedded(dataDir!, {
    join: words.includes('join'),
    fsync: false,
    notice: message => tell({ notice: message }),
  })
  const alive = setInterval(() => {}, 1_000)
  process.on('SIGTERM', async () => {
    await database.close()
    clearInterval(alive)
  })
  tell({ url: database.url, owned: database.owned })
} catch (error) {
  tell({ error: String(error) })
}

function tell(news: object): void {
  process.stdout.write(`${JSON.stringify(news)}\n`)
}
