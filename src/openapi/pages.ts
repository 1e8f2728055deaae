/** `/docs` and `/problems`: the documentation of the API for people. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { type Page, page } from '../pages/layout.ts'
import { STAYS_READABLE, sendPage, sendPublicPage } from '../pages/visitor.ts'
import { PROBLEMS, Problem, type ProblemCode } from '../problems.ts'
import { CURRENT, VERSIONS, type Version } from '../versions/table.ts'
import { serveClients } from './guides/clients.ts'
import { GUIDES, guideList, readGuide } from './guides/guide.ts'
import { llmsText } from './guides/llms-text.ts'
import { postmanCollection } from './guides/postman.ts'
import { problemList, problemView } from './problem-pages.ts'
import { documentationLinks, fragmentOf, operationsOf, referencePage } from './reference-page.ts'
import { allowInlineStyle, serveScalar } from './scalar.ts'

const InVersion = Type.Object({ version: Type.String() })
const OfOperation = Type.Object({ version: Type.String(), operation: Type.String() })
const OfGuide = Type.Object({ guide: Type.String() })
const OfProblem = Type.Object({ code: Type.String() })

/** `/docs` and `/problems`: the documentation of the API for people. */
export function documentationPages(pages: App, context: AppContext): void {
  referencePages(pages)
  guidePages(pages, context)
  serveClients(pages)
  filesForPrograms(pages, context)
  problemPages(pages)
}

type Shown = Pick<Page, 'title' | 'main' | 'width'> & { description: string }

async function show(pages: App, request: FastifyRequest, reply: FastifyReply, shown: Shown): Promise<FastifyReply> {
  const visitor = await pages.visitorOf(request, reply)
  return sendPublicPage(reply, visitor, page({ ...shown, visitor, ways: documentationLinks(visitor) }))
}

function documentOf(pages: App, { name }: Version) {
  return pages.documents.get(name)!()
}

function referencePages(pages: App): void {
  const showReference = (request: FastifyRequest, reply: FastifyReply, version: Version, title: string) =>
    sendPage(allowInlineStyle(reply), referencePage(title, documentOf(pages, version), version, { path: request.url }))

  serveScalar(pages)

  pages.get('/docs', async (request, reply) => showReference(request, reply, CURRENT, 'API reference'))

  pages.get('/docs/:version', { schema: { params: InVersion } }, async (request, reply) => {
    const version = versionNamed(request.params.version)
    return showReference(request, reply, version, `API reference, ${version.name}`)
  })

  pages.get('/docs/:version/:operation', { schema: { params: OfOperation } }, async (request, reply) => {
    const version = versionNamed(request.params.version)
    const operation = operationsOf(documentOf(pages, version)).find(
      ({ operationId }) => operationId === request.params.operation,
    )
    if (!operation) throw new Problem('not_found', `Version ${version.name} has no such operation.`)
    return reply.redirect(`/docs/${version.name}${fragmentOf(operation)}`)
  })
}

function guidePages(pages: App, { baseUrl }: AppContext): void {
  pages.get('/docs/guides', STAYS_READABLE, async (request, reply) =>
    show(pages, request, reply, {
      title: 'Guides',
      description: 'How to do the main things with the API, with examples for curl, TypeScript and Python.',
      main: guideList(baseUrl()),
    }),
  )

  // The differences between the versions had a page of their own here.
  pages.get('/docs/changes', (_, reply) => reply.redirect('/docs/guides/versions', 301))

  pages.get('/docs/guides/:guide', { ...STAYS_READABLE, schema: { params: OfGuide } }, async (request, reply) => {
    const [, name, ending] = /^(.*?)(\.md)?$/s.exec(request.params.guide)!
    const found = GUIDES.find(guide => guide === name)
    if (!found) throw new Problem('not_found', 'This guide does not exist.')
    const { title, summary, body, source } = readGuide(found, baseUrl())
    if (ending) return reply.type('text/markdown; charset=utf-8').send(source)
    return show(pages, request, reply, { title, description: summary, main: body, width: 'narrow' })
  })
}

function filesForPrograms(pages: App, { baseUrl, development }: AppContext): void {
  pages.get('/docs/postman.json', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .send(postmanCollection(documentOf(pages, CURRENT), baseUrl(), development?.admin)),
  )

  pages.get('/llms.txt', async (_, reply) => reply.type('text/plain; charset=utf-8').send(llmsText(baseUrl())))
}

function problemPages(pages: App): void {
  pages.get('/problems', STAYS_READABLE, async (request, reply) =>
    show(pages, request, reply, {
      title: 'Problems',
      description: 'Every error of the API, and how to handle it.',
      main: problemList(),
    }),
  )

  pages.get('/problems/:code', { ...STAYS_READABLE, schema: { params: OfProblem } }, async (request, reply) => {
    const { code } = request.params
    if (!Object.hasOwn(PROBLEMS, code)) throw new Problem('not_found', 'This problem does not exist.')
    return show(pages, request, reply, {
      title: code,
      description: `The meaning of the problem ${code}.`,
      main: problemView(code as ProblemCode, documentOf(pages, CURRENT), CURRENT),
    })
  })
}

function versionNamed(name: string): Version {
  const version = VERSIONS.find(supported => supported.name === name)
  if (version) return version
  throw new Problem('not_found', `API version ${name} does not exist.`)
}
