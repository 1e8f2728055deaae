import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import type { Html } from '../../pages/html.ts'
import { sendPage } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { CURRENT, VERSIONS, type Version } from '../../versions/table.ts'
import type { Document } from '../types.ts'
import { differences, operationsOf } from './differences.ts'
import { addressOf, referencePage } from './frame.ts'
import { operationView } from './operation-page.ts'
import { changelog, overview } from './overview-page.ts'
import { isProblemCode, problemList, problemView } from './problem-pages.ts'

const InVersion = Type.Object({ version: Type.String() })
const OfOperation = Type.Object({ version: Type.String(), operation: Type.String() })

/** `/docs` and `/problems`: the documents for people, rendered here, so that nothing is loaded from elsewhere. */
export function referencePages(pages: App, context: AppContext): void {
  type Shown = {
    title: string
    description: string
    version?: Version
    path?: string
    main: (document: Document) => Html
  }
  const show = async (request: FastifyRequest, reply: FastifyReply, shown: Shown) => {
    const { title, description, version = CURRENT, path = '', main } = shown
    const document = pages.documents.get(version.name)!()
    const frame = { title, description, version, document, main: main(document) }
    const inVersion = (name: string) => `/docs/${name}${hasPage(name, path) ? path : ''}`
    return sendPage(reply, referencePage({ ...frame, visitor: await pages.visitorOf(request, reply), inVersion }))
  }
  const hasPage = (name: string, path: string) =>
    operationsOf(pages.documents.get(name)!()).some(({ operationId }) => path === `/${operationId}`)

  pages.get('/docs', async (request, reply) =>
    show(request, reply, {
      title: 'API reference',
      description: 'Every operation of the API of Semel.',
      main: document => overview(document, CURRENT, context.baseUrl()),
    }),
  )

  pages.get('/docs/changes', async (request, reply) =>
    show(request, reply, {
      title: 'Changelog',
      description: 'What changed from each version of the API to the next.',
      main: () => changelog(differences(new Map([...pages.documents].map(([name, make]) => [name, make()])))),
    }),
  )

  pages.get('/docs/:version', { schema: { params: InVersion } }, async (request, reply) => {
    const version = versionNamed(request.params.version)
    return show(request, reply, {
      title: `API reference, ${version.name}`,
      description: `Every operation of version ${version.name} of the API of Semel.`,
      version,
      main: document => overview(document, version, context.baseUrl()),
    })
  })

  pages.get('/docs/:version/:operation', { schema: { params: OfOperation } }, async (request, reply) => {
    const version = versionNamed(request.params.version)
    const operation = operationsOf(pages.documents.get(version.name)!()).find(
      ({ operationId }) => operationId === request.params.operation,
    )
    if (!operation) throw new Problem('not_found', `Version ${version.name} has no such operation.`)
    return show(request, reply, {
      title: `${operation.summary} (${version.name})`,
      description: operation.description.split('\n')[0]!,
      version,
      path: addressOf(version, operation.operationId).slice(`/docs/${version.name}`.length),
      main: document => operationView(document, version, operation, context.baseUrl()),
    })
  })

  pages.get('/problems', async (request, reply) =>
    show(request, reply, {
      title: 'Problems',
      description: 'Every error of the API, and what to do about it.',
      main: problemList,
    }),
  )

  pages.get('/problems/:code', { schema: { params: Type.Object({ code: Type.String() }) } }, async (request, reply) => {
    const { code } = request.params
    if (!isProblemCode(code)) throw new Problem('not_found', 'There is no such problem.')
    return show(request, reply, {
      title: code,
      description: `What the problem ${code} means.`,
      main: document => problemView(code, document, CURRENT),
    })
  })
}

function versionNamed(name: string): Version {
  const version = VERSIONS.find(living => living.name === name)
  if (version) return version
  throw new Problem('not_found', `There is no version ${name} of the API.`)
}
