/**
 * Judges e-invoices by the official rules: `npm run check:e-invoices -- RULES_DIR [placed]`. docs/e-invoices.md says which repositories
 * RULES_DIR has. It makes the documents of forty orders in all profiles (`placed`: of orders that a running Semel takes by its API), and
 * runs the rules with Saxon (`java`, and the jar of Debian's libsaxonhe-java or SAXON_JAR). It ends with 1 if a rule is broken that its
 * makers call fatal.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { composeEInvoice } from '../src/documents/e-invoice/compose.ts'
import { inProfile } from '../src/documents/e-invoice/profiles.ts'
import { writeXml } from '../src/documents/e-invoice/xml.ts'
import { E_INVOICE_PROFILES, type EInvoiceProfile } from '../src/shop/invoice-settings.ts'
import { makeTemplate } from '../test/support/database.ts'
import { fortyOrders } from '../test/support/forty-orders.ts'
import { placeFortyOrders } from '../test/support/placed-orders.ts'
import { openTemporary } from '../test/support/postgres.ts'
import { startSemel } from '../test/support/semel.ts'

const CEN = 'eInvoicing-EN16931'
const XRECHNUNG = 'xrechnung-schematron/src/validation/schematron'
/** Rules of each profile: compiled ones, or Schematron that SchXslt compiles first. */
const OFFICIAL_RULES: Record<EInvoiceProfile, string[]> = {
  'xrechnung-ubl': [`${CEN}/ubl/xslt/EN16931-UBL-validation.xslt`, `${XRECHNUNG}/ubl/XRechnung-UBL-validation.sch`],
  'xrechnung-cii': [`${CEN}/cii/xslt/EN16931-CII-validation.xslt`, `${XRECHNUNG}/cii/XRechnung-CII-validation.sch`],
  peppol: [
    `${CEN}/ubl/xslt/EN16931-UBL-validation.xslt`,
    'peppol-bis-invoice-3/rules/sch/CEN-EN16931-UBL.sch',
    'peppol-bis-invoice-3/rules/sch/PEPPOL-EN16931-UBL.sch',
  ],
  'factur-x': [`${CEN}/cii/xslt/EN16931-CII-validation.xslt`],
}
const COMPILER = 'schxslt/core/src/main/resources/xslt/2.0/pipeline-for-svrl.xsl'
const CII_SCHEMA = `${CEN}/cii/schema/D16B SCRDM (Subset)/uncoupled clm/CII/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd`
const SAXON = process.env.SAXON_JAR ?? '/usr/share/java/Saxon-HE.jar'

const [rules, orders] = process.argv.slice(2)
if (!rules || !existsSync(join(rules, CEN)) || !existsSync(SAXON)) {
  console.error(
    'Usage: npm run check:e-invoices -- RULES_DIR [placed]. docs/e-invoices.md says what RULES_DIR holds, and that Saxon is needed.',
  )
  process.exit(2)
}

async function documentsOfForty() {
  if (orders !== 'placed') return fortyOrders()
  await using postgres = await openTemporary(mkdtempSync(join(tmpdir(), 'semel-orders-')))
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
  await using semel = await startSemel()
  return await placeFortyOrders(semel)
}

const documents = await documentsOfForty()
const compiled = new Map<string, string>()
const work = mkdtempSync(join(tmpdir(), 'semel-e-invoices-'))
try {
  process.exitCode = E_INVOICE_PROFILES.map(profile => judge(profile)).some(fatal => fatal > 0) ? 1 : 0
} finally {
  if (process.env.KEEP === undefined) rmSync(work, { recursive: true })
}

/** A check that cannot fail proves nothing. The sum of this document is wrong. */
function judgeBroken(profile: EInvoiceProfile): void {
  const [first] = readdirSync(join(work, profile))
  const xml = readFileSync(join(work, profile, first!), 'utf8')
  const broken = join(work, `${profile}-broken`)
  mkdirSync(broken)
  writeFileSync(
    join(broken, 'broken.xml'),
    xml.replace(/(<(?:cbc:TaxInclusiveAmount|ram:GrandTotalAmount)[^>]*>)/, '$11'),
  )
  const found = OFFICIAL_RULES[profile].flatMap(file => run(file, broken))
  if (!found.some(({ id }) => id === 'BR-CO-15'))
    throw new Error(`The rules of ${profile} find no fault in a wrong sum.`)
}

/** @returns how many fatal rules its documents break */
function judge(profile: EInvoiceProfile): number {
  const { files, refused } = write(profile)
  judgeBroken(profile)
  const broken = OFFICIAL_RULES[profile].flatMap(file => run(file, join(work, profile)))
  const invalid = profile.endsWith('ubl') || profile === 'peppol' ? 0 : againstSchema(profile)
  const fatal = broken.filter(({ flag }) => flag !== 'warning' && flag !== 'information')
  console.log(
    `${profile}: ${files} documents, ${invalid} against the schema, ${fatal.length} fatal, ${broken.length - fatal.length} hints`,
  )
  for (const [name, count] of counted(broken.map(({ id, flag }) => `${id} (${flag})`)))
    console.log(`  ${count} × ${name}`)
  for (const [name, count] of counted(refused)) console.log(`  ${count} refused: ${name}`)
  return fatal.length + invalid
}

function write(profile: EInvoiceProfile): { files: number; refused: string[] } {
  mkdirSync(join(work, profile))
  const refused: string[] = []
  let files = 0
  for (const { name, content } of documents) {
    const invoice = composeEInvoice(content)
    const written = 'lacks' in invoice ? invoice : inProfile(invoice, profile)
    if ('lacks' in written) refused.push(written.lacks.join(', '))
    else writeFileSync(join(work, profile, `${String(++files).padStart(3, '0')}-${name}.xml`), writeXml(written.root))
  }
  return { files, refused }
}

type Broken = { id: string; flag: string }

function run(file: string, folder: string): Broken[] {
  const stylesheet = file.endsWith('.sch') ? compile(file) : join(rules!, file)
  const out = mkdtempSync(join(work, 'report-'))
  transform(folder, stylesheet, out)
  return readdirSync(out).flatMap(name => {
    const report = readFileSync(join(out, name), 'utf8')
    return [...report.matchAll(/<svrl:failed-assert\b([\s\S]*?)<svrl:text[^>]*>\s*(?:\[([\w-]+)\])?/g)].map(
      ([, attributes = '', named]) => {
        const of = (attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(attributes)?.[1]
        const id = of('id') ?? named ?? 'a rule without a name'
        if (process.env.KEEP !== undefined) console.log(`    ${name}: ${id} at ${of('location')}`)
        return { id, flag: of('flag') ?? 'fatal' }
      },
    )
  })
}

function compile(file: string): string {
  const known = compiled.get(file)
  if (known) return known
  const stylesheet = join(work, `${compiled.size}.xsl`)
  transform(join(rules!, file), join(rules!, COMPILER), stylesheet)
  compiled.set(file, stylesheet)
  return stylesheet
}

function transform(source: string, stylesheet: string, out: string): void {
  const program = ['-cp', SAXON, 'net.sf.saxon.Transform']
  call('java', [...program, `-s:${resolve(source)}`, `-xsl:${resolve(stylesheet)}`, `-o:${out}`])
}

function againstSchema(profile: EInvoiceProfile): number {
  const files = readdirSync(join(work, profile)).map(name => join(work, profile, name))
  const { status, stderr, error } = spawnSync('xmllint', ['--noout', '--schema', join(rules!, CII_SCHEMA), ...files], {
    encoding: 'utf8',
  })
  if (error) return 0
  if (status !== 0)
    console.log(
      stderr
        .split('\n')
        .filter(line => line.includes('error'))
        .slice(0, 5)
        .join('\n'),
    )
  return stderr.split('\n').filter(line => line.endsWith('fails to validate')).length
}

function call(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error || status !== 0) throw error ?? new Error(`${command} failed: ${stderr.slice(0, 2000)}`)
}

function counted(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}
