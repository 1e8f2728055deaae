/*
 * `node scripts/build-clients.ts DIRECTORY` packs the clients that the shop serves at /docs/clients: a tarball for npm and a wheel for
 * pip, both with the version of the shop. `npm run package` puts them into the package, and a shop that runs from a clone makes
 * them when somebody asks. The wheel is written here because setuptools would have to be loaded for four files.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { readBuild } from '../src/observability/build.ts'

type File = { name: string; content: Buffer }

const clone = fileURLToPath(new URL('..', import.meta.url))
const python = join(clone, 'packages/client-python')

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? '.')
  // `prepack` generates the types first.
  const args = ['pack', '--workspace', 'packages/client', '--loglevel=error', '--pack-destination', target]
  execFileSync('npm', args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] })
  const { version } = readBuild()
  writeFileSync(join(target, `semel_client-${version}-py3-none-any.whl`), zip(wheelFiles(version)))
}

/** https://packaging.python.org/en/latest/specifications/binary-distribution-format/ */
function wheelFiles(version: string): File[] {
  const about = `semel_client-${version}.dist-info`
  const metadata = [
    'Metadata-Version: 2.1',
    'Name: semel-client',
    `Version: ${version}`,
    'Summary: A client for the API of Semel: sign-in, pages, safe retries, events and webhooks.',
    'License: MIT',
    'Requires-Python: >=3.9',
    'Description-Content-Type: text/markdown',
    '',
    readFileSync(join(python, 'README.md'), 'utf8'),
  ]
  const wheel = ['Wheel-Version: 1.0', 'Generator: semel', 'Root-Is-Purelib: true', 'Tag: py3-none-any', '']
  const files = [
    ...readdirSync(join(python, 'semel_client'))
      .filter(name => /\.py$|^py\.typed$/.test(name))
      .sort()
      .map(name => ({ name: `semel_client/${name}`, content: readFileSync(join(python, 'semel_client', name)) })),
    { name: `${about}/METADATA`, content: Buffer.from(metadata.join('\n')) },
    { name: `${about}/WHEEL`, content: Buffer.from(wheel.join('\n')) },
  ]
  const record = files.map(({ name, content }) => {
    const digest = createHash('sha256').update(content).digest('base64url')
    return `${name},sha256=${digest},${content.length}\n`
  })
  return [...files, { name: `${about}/RECORD`, content: Buffer.from(`${record.join('')}${about}/RECORD,,\n`) }]
}

/** A ZIP archive without compression; the files are small. The date is fixed, so the same files make the same archive. */
function zip(files: File[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const common = commonHeader(name, content)
    const local = Buffer.concat([signature(0x04034b50), common, Buffer.from(name), content])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(0o100644 * 0x10000, 6)
    central.writeUInt32LE(offset, 10)
    // Made by Unix, so that the mode above counts.
    const madeBy = Buffer.from([20, 3])
    directory.push(signature(0x02014b50), madeBy, common, central, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, signature(0x06054b50), end])
}

/** Makes the part that the header before a file and its entry in the directory have in common. */
function commonHeader(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(0x21, 8)
  header.writeUInt32LE(crc32(content), 10)
  header.writeUInt32LE(content.length, 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt16LE(Buffer.byteLength(name), 22)
  return header
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
