/*
 * `npm run release -- VERSION [DIRECTORY]` makes everything of a release that people download, in DIRECTORY/VERSION (release/ by
 * default): the program with its bill of materials, all its parts for a machine without a network, the clients, the files to deploy
 * with, the notes from CHANGELOG.md, a provenance statement (in-toto, SLSA 1.0), and the checksums of all of them. It publishes
 * nothing. It builds what is committed: a file that was changed and not committed ends it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const clone = fileURLToPath(new URL('..', import.meta.url))
const { positionals } = parseArgs({ allowPositionals: true })
const [version = '', directory = join(clone, 'release')] = positionals
const { version: ours } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
if (version !== ours) fail(`package.json says ${ours}. Run: npm run release -- ${ours}`)
const notes = notesOf(version)
if (run('git', 'status', '--porcelain')) fail('Commit your changes first: a release is built from a commit.')

const target = resolve(directory, version)
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const started = new Date()
run(process.execPath, 'scripts/build-package.ts', target)
unpack('package/clients', target, '--strip-components=2')
unpack('package/sbom.cdx.json', target, `--transform=s|.*|semel-${version}.cdx.json|`)
run('tar', 'czf', join(target, `semel-deploy-${version}.tgz`), ...run('git', 'ls-files', 'deploy').split('\n'))
packCache()
writeFileSync(join(target, 'RELEASE-NOTES.md'), notes)
writeFileSync(join(target, 'provenance.json'), `${JSON.stringify(provenanceOf(digests()), null, 2)}\n`)
const sums = digests().map(({ name, sha256 }) => `${sha256}  ${name}\n`)
writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))
console.log(`${target}:\n${sums.join('')}`)

/** The section of this version in CHANGELOG.md. */
function notesOf(name: string): string {
  const [, ...sections] = readFileSync(join(clone, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const section = sections.find(text => text.startsWith(`${name} `))
  if (!section) fail(`CHANGELOG.md has no section "## ${name}".`)
  return `# Semel ${section}`
}

/** Packs a cache for `npm ci --offline --cache DIRECTORY`: every part of npm-shrinkwrap.json, for this platform. */
function packCache(): void {
  const work = mkdtempSync(join(tmpdir(), 'semel-release-'))
  try {
    unpack('package', work)
    const cache = join(work, 'npm-cache')
    run('npm', 'ci', '--prefix', join(work, 'package'), '--cache', cache, '--ignore-scripts', '--loglevel=error')
    const name = `semel-${version}-parts-${process.platform}-${process.arch}.tgz`
    run('tar', 'czf', join(target, name), '-C', work, 'npm-cache/_cacache')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Takes a file or folder out of the package. */
function unpack(path: string, into: string, ...options: string[]): void {
  run('tar', 'xzf', join(target, `semel-${version}.tgz`), '-C', into, ...options, path)
}

function digests(): { name: string; sha256: string }[] {
  return readdirSync(target)
    .sort()
    .map(name => ({
      name,
      sha256: createHash('sha256')
        .update(readFileSync(join(target, name)))
        .digest('hex'),
    }))
}

/** Describes which files were built from which commit, how and when: https://slsa.dev/spec/v1.0/provenance */
function provenanceOf(files: { name: string; sha256: string }[]) {
  const commit = run('git', 'rev-parse', 'HEAD')
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:semel:npm-run-release:1',
        externalParameters: { version },
        resolvedDependencies: [{ uri: 'git+semel', digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: `urn:semel:node:${process.version}` },
        metadata: { startedOn: started.toISOString(), finishedOn: new Date().toISOString() },
      },
    },
  }
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: clone, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
