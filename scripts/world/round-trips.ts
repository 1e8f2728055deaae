/**
 * `node scripts/world/round-trips.ts [FOLDER]`: opens an export of products with programs that people use on such files, saves it again, and
 * keeps what they wrote in test/fixtures/round-trips, with their versions. A program that is not installed is left out. FOLDER has
 * the npm packages `xlsx` and `@duckdb/node-api`. Debian has the others: miller, csvkit, sqlite3, gnumeric, libreoffice-calc.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const FIXTURES = resolve(import.meta.dirname, '../../test/fixtures/round-trips')
const EXPORT = join(FIXTURES, 'export.csv')
const work = mkdtempSync(join(tmpdir(), 'round-trips-'))
const load = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'))

const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8', cwd: work })
const firstLine = (text: string) => text.trim().split('\n')[0]!

type Trip = { version: () => string; save: () => string | Promise<string> }

/** Filter options of LibreOffice: separator, quote, encoding (76 is UTF-8), first line, formats, language, quotes, special numbers. */
function throughOffice(options: string): string {
  const input = join(work, 'in.csv')
  copyFileSync(EXPORT, input)
  run(
    'soffice',
    `-env:UserInstallation=file://${work}/profile`,
    '--headless',
    `--infilter=CSV:${options}`,
    '--convert-to',
    'xlsx',
    input,
  )
  run(
    'soffice',
    ...[
      `-env:UserInstallation=file://${work}/profile`,
      '--headless',
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):44,34,76',
    ],
    ...['--outdir', join(work, 'out'), join(work, 'in.xlsx')],
  )
  return readFileSync(join(work, 'out', 'in.csv'), 'utf8')
}

function throughSheetJs(options: object): string {
  const sheets = load('xlsx')
  const book = sheets.read(readFileSync(EXPORT, 'utf8'), { type: 'string', ...options })
  return sheets.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]!])
}

async function throughDuckDb(options: string): Promise<string> {
  const { DuckDBInstance } = await import(load.resolve('@duckdb/node-api'))
  const output = join(work, 'duckdb.csv')
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`copy (select * from read_csv('${EXPORT}'${options})) to '${output}' (header)`)
  return readFileSync(output, 'utf8')
}

const packageVersion = (name: string) => () => `${name} ${load(`${name}/package.json`).version}`
const duckDbVersion = () =>
  `@duckdb/node-api ${JSON.parse(readFileSync(join(process.argv[2] ?? '.', 'node_modules/@duckdb/node-api/package.json'), 'utf8')).version}`

const TRIPS: Record<string, Trip> = {
  miller: { version: () => firstLine(run('mlr', '--version')), save: () => run('mlr', '--csv', 'cat', EXPORT) },
  csvkit: {
    version: () => `csvkit ${firstLine(run('csvsort', '--version'))}`,
    save: () => run('csvsort', '-c', 'name', EXPORT),
  },
  'csvkit-text': {
    version: () => `csvkit ${firstLine(run('csvsort', '--version'))}, without types`,
    save: () => run('csvsort', '-I', '-c', 'name', EXPORT),
  },
  sqlite: {
    version: () => `sqlite3 ${firstLine(run('sqlite3', '--version')).split(' ')[0]}`,
    save: () => run('sqlite3', '-csv', '-header', ':memory:', `.import ${EXPORT} t`, 'select * from t'),
  },
  gnumeric: {
    version: () => firstLine(run('ssconvert', '--version')),
    save: () => {
      run('ssconvert', EXPORT, 'out.csv')
      return readFileSync(join(work, 'out.csv'), 'utf8')
    },
  },
  sheetjs: { version: packageVersion('xlsx'), save: () => throughSheetJs({}) },
  'sheetjs-raw': { version: packageVersion('xlsx'), save: () => throughSheetJs({ raw: true }) },
  duckdb: { version: duckDbVersion, save: () => throughDuckDb('') },
  'duckdb-text': { version: duckDbVersion, save: () => throughDuckDb(', all_varchar = true') },
  libreoffice: { version: () => firstLine(run('soffice', '--version')), save: () => throughOffice('44,34,76,1') },
  'libreoffice-numbers': {
    version: () => firstLine(run('soffice', '--version')),
    save: () => throughOffice('44,34,76,1,,0,false,true'),
  },
}

const versions: Record<string, string> = {}
for (const [name, { version, save }] of Object.entries(TRIPS)) {
  try {
    versions[name] = version()
    writeFileSync(join(FIXTURES, `${name}.csv`), await save())
  } catch (error) {
    console.error(`${name} is left out: ${firstLine((error as Error).message)}`)
    delete versions[name]
  }
}
const known = JSON.parse(readFileSync(join(FIXTURES, 'versions.json'), 'utf8')) as Record<string, string>
writeFileSync(join(FIXTURES, 'versions.json'), `${JSON.stringify({ ...known, ...versions }, null, 2)}\n`)
