import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { englishIn } from '../../test/support/english.ts'
import { unavailable } from '../http/errors.ts'
import { methodNotAllowed } from '../http/route-addresses.ts'
import { Problem } from '../problems.ts'
import { UNSET } from '../shop/settings.ts'
import { showProblem } from './problem-page.ts'

/** Sends an error to a client with this Accept header. */
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

test('an error → a page for clients that prefer HTML, else problem details', async () => {
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

const TROUBLES = ['disk_full', 'locked', 'read_only', 'connections', 'resources', 'timeout', 'gone'] as const

test('an error is in the language of its reader', async () => {
  const problems = [
    new Problem('malformed_request'),
    new Problem('unauthenticated'),
    new Problem('forbidden'),
    new Problem('not_found'),
    methodNotAllowed('DELETE', ['GET', 'HEAD']),
    new Problem('request_timeout'),
    new Problem('body_too_large'),
    new Problem('rate_limited', undefined, { retryAfter: 100 }),
    new Problem('internal_error'),
    ...TROUBLES.map(trouble => unavailable(trouble)),
  ]
  for (const language of ['de', 'fr'] as const) {
    await using app = Fastify()
    const shop = { ...UNSET, name: 'Ombra', version: 1, languages: [language] satisfies [typeof language] }
    app.decorate('visitorOf', async () => Promise.reject(new Error('the database is away')))
    app.decorate('guestOf', async request => ({ path: request.url, shop }))
    app.get('/:index', async (request, reply) => {
      return showProblem(request, reply, problems[Number((request.params as { index: string }).index)]!)
    })
    for (const [index, problem] of problems.entries()) {
      const { payload, statusCode } = await app.inject({ url: `/${index}`, headers: { accept: 'text/html' } })
      assert.equal(statusCode, problem.status)
      assert.match(payload, new RegExp(`<html lang="${language}".* · Ombra</title>`, 's'))
      assert.deepEqual(englishIn(payload, language), [], problem.code)
    }
  }
})
