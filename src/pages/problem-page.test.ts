import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { showProblem } from './problem-page.ts'

/** How an error is sent to a client with this Accept header. */
async function sentAs(accept: string | undefined): Promise<string> {
  await using app = Fastify()
  app.decorate('visitorOf', async request => ({ path: request.url }))
  app.setNotFoundHandler((request, reply) => {
    const problem = { status: 404, title: 'Not found', message: 'Nothing is here.', headers: {} }
    return showProblem(request, reply, problem) ?? reply.code(404).send({ title: 'Not found' })
  })
  const { headers } = await app.inject({ url: '/nowhere', headers: accept === undefined ? {} : { accept } })
  return String(headers['content-type']).split(';')[0]!
}

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

test('an error is a page for a client that ranks HTML first, else problem details', async () => {
  for (const accept of [
    BROWSER,
    'Text/HTML',
    'text/html, application/json',
    'application/json;q=0.5, text/html;q=0.9',
  ]) {
    assert.equal(await sentAs(accept), 'text/html', accept)
  }
  for (const accept of [
    undefined,
    '*/*',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    'text/html; level=1; q=0.1, application/problem+json;q=0.2',
    'text/html;q=0',
    'text/html;q=x',
  ]) {
    assert.equal(await sentAs(accept), 'application/json', String(accept))
  }
})
