/*
 * Generates a client of each version with each generator into out/, and compiles it with its job. The test copies this
 * folder out of the tree and installs its packages there. Arguments: the folder of the documents, and tsc.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { generateSource } from 'oazapfts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { generateApi } from 'swagger-typescript-api'

const [documents = '', tsc = ''] = process.argv.slice(2)

/** Each writes a client of the document `input` into `folder`. */
const GENERATORS = {
  'hey-api': (input, folder) => createClient({ input, output: `${folder}/client`, logs: { level: 'silent' } }),
  oazapfts: async (input, folder) => writeFileSync(`${folder}/client.ts`, await generateSource(input)),
  'openapi-typescript': async (input, folder) => {
    const types = await openapiTypescript(readFileSync(input, 'utf8'))
    writeFileSync(`${folder}/client.ts`, astToString(types))
  },
  orval: (input, folder) => {
    // orval leaves the server out of the address, so a function of the job sends the requests.
    cpSync('jobs/orval-send.ts', `${folder}/send.ts`)
    const override = { mutator: { path: `${folder}/send.ts`, name: 'send' } }
    return generate({ input: { target: input }, output: { target: `${folder}/client.ts`, client: 'fetch', override } })
  },
  'swagger-typescript-api': (input, folder) =>
    generateApi({ input, output: folder, fileName: 'client.ts', silent: true }),
}

rmSync('out', { recursive: true, force: true })
for (const [name, run] of Object.entries(GENERATORS)) {
  for (const version of ['v1', 'v2', 'v3']) {
    const folder = resolve('out', version, name)
    mkdirSync(folder, { recursive: true })
    await run(resolve(documents, `${version}.json`), folder)
    cpSync(`jobs/${name}.ts`, `${folder}/job.ts`)
  }
}
cpSync('jobs/job.ts', 'out/job.ts')
writeFileSync('out/package.json', '{"type":"commonjs"}')
execFileSync(tsc, ['-p', '.', '--singleThreaded'], { stdio: 'inherit' })
