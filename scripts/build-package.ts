/*
 * `npm run package [DIRECTORY]`: compiles Semel into dist/ and packs it as semel-VERSION.tgz, for `npm install --global`.
 * Node strips no types below node_modules, so the package holds JavaScript. Tests, proofs and benchmarks stay out.
 * The embedded PostgreSQL is an optional dependency: `--omit=optional` leaves it out where DATABASE_URL is set.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuild } from '../src/observability/build.ts'

/** Only development needs these: the database of `semel start`, and a Node that the machine may have already. */
const OPTIONAL = ['embedded-postgres', 'node']

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
    'docs/operating.md',
    'docs/guides/*.md',
  ],
  ...[
    'src/**/*.{css,js,svg}',
    'src/dev/**/*.{webp,jpg}',
    'src/accounts/passwords/common-passwords.txt',
    'src/pages/assets/figtree-license.txt',
  ],
  ...['Containerfile', 'compose.yaml', 'haproxy-503.http', 'haproxy.cfg', 'citus/cluster.sh'].map(inDeploy),
  ...['grafana/semel.json', 'kubernetes/database.yaml', 'kubernetes/semel.yaml'].map(inDeploy),
  ...['patroni/haproxy.cfg', 'patroni/patroni.yml', 'prometheus/alerts.yml', 'prometheus/alerts.test.yml'].map(
    inDeploy,
  ),
  ...['semel-serve@.service', 'semel-work@.service', 'semel.env.example'].map(name => inDeploy(`systemd/${name}`)),
]

const clone = fileURLToPath(new URL('..', import.meta.url))
const dist = join(clone, 'dist')
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

/** Fills dist/ with what the package holds. */
function buildPackage(): void {
  rmSync(dist, { recursive: true, force: true })
  const tsc = join(clone, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(clone, 'scripts/tsconfig.package.json'), '--singleThreaded'], {
    stdio: 'inherit',
  })

  for (const pattern of PACKED) {
    const names = globSync(pattern, { cwd: clone })
    if (names.length === 0) throw new Error(`${pattern} names no file.`)
    for (const name of names) {
      mkdirSync(join(dist, dirname(name)), { recursive: true })
      cpSync(join(clone, name), join(dist, name))
    }
  }

  const manifest = readManifest('package.json')
  const embedded = readManifest('packages/embedded-postgres/package.json')
  const bundled = join(dist, 'node_modules', embedded.name)
  mkdirSync(join(bundled, '..'), { recursive: true })
  renameSync(join(dist, 'packages/embedded-postgres'), bundled)
  rmSync(join(dist, 'packages'), { recursive: true })
  write(join(bundled, 'package.json'), {
    ...pick(embedded, ['name', 'version', 'license', 'type']),
    exports: embedded.exports.replace(/\.ts$/, '.js'),
  })

  const dependencies = { ...embedded.dependencies, ...manifest.dependencies }
  const isOptional = ([name]: [string, unknown]) => OPTIONAL.includes(name)
  write(join(dist, 'package.json'), {
    ...pick(manifest, ['name', 'version', 'description', 'license', 'type', 'engines', 'bin', 'allowScripts']),
    commit: readBuild().commit,
    bundleDependencies: [embedded.name],
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(entry => !isOptional(entry))),
    optionalDependencies: Object.fromEntries(Object.entries(dependencies).filter(isOptional)),
  })
  writeBillOfMaterials()
}

/** A list of every part with its version and checksum (CycloneDX), as package-lock.json pins them. */
function writeBillOfMaterials(): void {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--loglevel=error']
  writeFileSync(join(dist, 'sbom.cdx.json'), execFileSync('npm', args, { cwd: clone, maxBuffer: 2 ** 26 }))
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of a package.json is npm's.
function readManifest(path: string): any {
  return JSON.parse(readFileSync(join(clone, path), 'utf8'))
}

function pick(manifest: Record<string, unknown>, members: string[]): Record<string, unknown> {
  return Object.fromEntries(members.map(member => [member, manifest[member]]))
}

function write(path: string, manifest: unknown): void {
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
