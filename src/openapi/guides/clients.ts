/**
 * The clients for TypeScript and Python at `/docs/clients`. No public registry has them, so that nobody can put another program in
 * their place: who builds on a shop gets the client from that shop, in the shop's version. A package of Semel holds them, and a
 * clone makes them for the first who asks.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import type { App } from '../../http/app.ts'
import { readBuild } from '../../observability/build.ts'
import { Problem } from '../../problems.ts'

const { version } = readBuild()
const NPM = `semel-client-${version}.tgz`
const PIP = `semel_client-${version}-py3-none-any.whl`
const TYPES = { [NPM]: 'application/gzip', [PIP]: 'application/zip' }

/** Commands that install them from a shop at this address. */
export const INSTALL = {
  npm: (origin: string) => `npm install ${origin}/docs/clients/${NPM}`,
  pip: (origin: string) => `pip install ${origin}/docs/clients/${PIP}`,
}

/** Directory in which a package holds them, and the program by which a clone makes them. */
const PACKED = fileURLToPath(new URL('../../../clients', import.meta.url))
const BUILD = fileURLToPath(new URL('../../../scripts/build-clients.ts', import.meta.url))

export function serveClients(pages: App): void {
  let built: Promise<Map<string, Buffer>> | undefined
  pages.get(
    '/docs/clients/:file',
    { schema: { params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const { file } = request.params
      const type = TYPES[file]
      if (!type) throw new Problem('not_found', `This shop has the clients ${NPM} and ${PIP}.`)
      built ??= readClients()
      const clients = await built.catch(error => {
        built = undefined
        throw error
      })
      return reply.type(type).header('cache-control', 'public, max-age=300').send(clients.get(file))
    },
  )
}

async function readClients(): Promise<Map<string, Buffer>> {
  if (existsSync(PACKED)) return readAll(PACKED)
  const directory = await mkdtemp(join(tmpdir(), 'semel-clients-'))
  try {
    await promisify(execFile)(process.execPath, [BUILD, directory])
    return await readAll(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function readAll(directory: string): Promise<Map<string, Buffer>> {
  const read = async (name: string): Promise<[string, Buffer]> => [name, await readFile(join(directory, name))]
  return new Map(await Promise.all([NPM, PIP].map(read)))
}
