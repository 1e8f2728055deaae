import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../test/times.ts'
import { type Selection, selectVersion } from './select.ts'
import { VERSIONS, type Version } from './table.ts'

const now = new Date('2026-01-01')
const ask = (url: string, accept?: string, versions?: Version[]) => selectVersion({ url, accept, now }, versions)

/** The version, or the code of the problem and, with it, the version that words it. */
const outcome = (selection: Selection | undefined) =>
  selection && (selection.problem ? selection.problem.code : `${selection.version.name} ${selection.url}`)

const cases: [what: string, url: string, accept: string | undefined, outcome: string | undefined][] = [
  ['nothing said', '/api/users/me', undefined, 'v3 /api/v3/users/me'],
  ['a browser', '/api/users/me', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'v3 /api/v3/users/me'],
  ['the three paths', '/api/v1/users/me', undefined, 'v1 /api/v1/users/me'],
  ['the three paths', '/v1/users/me', undefined, 'v1 /api/v1/users/me'],
  ['the three paths', '/v1/api/users/me', undefined, 'v1 /api/v1/users/me'],
  ['a path and no more', '/api/v2', undefined, 'v2 /api/v2'],
  ['the prefix and no more', '/api', undefined, 'v3 /api/v3'],
  ['not of the API', '/products', 'application/vnd.semel.v1+json', undefined],
  ['not of the API', '/apiary', undefined, undefined],
  ['not of the API', '//api/v1/users', undefined, undefined],
  ['not of the API', '/', undefined, undefined],
  ['not of the API', '', undefined, undefined],
  ['the server as a whole', '*', undefined, undefined],
  ['a version twice', '/v1/api/v2/users', undefined, 'v1 /api/v1/v2/users'],
  ['a doubled slash', '/api//v1/users', undefined, 'v3 /api/v3//v1/users'],
  ['an unknown version', '/api/v4/users', undefined, 'not_found'],
  ['version nought', '/api/v0/users', undefined, 'not_found'],
  ['a leading nought', '/api/v01/users', undefined, 'not_found'],
  ['a capital', '/V1/users', undefined, 'not_found'],
  ['a capital', '/api/V1/users', undefined, 'not_found'],
  ['a point', '/api/v1.0/users', undefined, 'not_found'],
  ['escaped letters', '/%61pi/%761/users', undefined, 'v1 /api/v1/users'],
  ['an escaped slash', '/api%2Fv1/users', undefined, undefined],
  ['escaped twice', '/%2561pi/v1/users', undefined, undefined],
  ['a broken escape', '/api/v1/%zz', undefined, 'v1 /api/v1/%zz'],
  ['absolute form', 'http://semel.example/api/v1/users/me?x=1', undefined, 'v1 /api/v1/users/me?x=1'],
  ['absolute form', 'HTTPS://semel.example', undefined, undefined],
  ['a fragment', '/api/users/me#?api-version=2023-06-01', undefined, 'v1 /api/v1/users/me#'],

  ['any vendor', '/api/x', 'application/vnd.semel.v1+json', 'v1 /api/v1/x'],
  ['any vendor', '/api/x', 'application/vnd.acme.shop-2.v2+json', 'v2 /api/v2/x'],
  ['no vendor', '/api/x', 'application/vnd.v2+json', 'v2 /api/v2/x'],
  ['capitals', '/api/x', 'Application/VND.Semel.V1+JSON', 'v1 /api/v1/x'],
  ['a parameter', '/api/x', 'application/json; version=1', 'v1 /api/v1/x'],
  ['a parameter', '/api/x', 'application/json;charset=utf-8;version="v2"', 'v2 /api/v2/x'],
  ['a parameter', '/api/x', 'application/vnd.semel+json; version=2', 'v2 /api/v2/x'],
  ['one that says nothing beside it', '/api/x', 'application/json, application/vnd.semel.v1+json', 'v1 /api/v1/x'],
  ['the same twice', '/api/x', 'application/vnd.a.v1+json, application/json;version=1', 'v1 /api/v1/x'],
  ['two', '/api/x', 'application/vnd.a.v1+json, application/vnd.a.v2+json', 'ambiguous_version'],
  ['two in one range', '/api/x', 'application/vnd.a.v1+json; version=2', 'ambiguous_version'],
  ['two in one range', '/api/x', 'application/json; version=1; version=2', 'ambiguous_version'],
  ['two, one liked better', '/api/x', 'application/vnd.a.v1+json;q=0.5, application/vnd.a.v2+json', 'v2 /api/v2/x'],
  ['two, liked equally', '/api/x', 'application/vnd.a.v1+json;q=0.5, application/vnd.a.v2+json;q=.5', 'v2 /api/v2/x'],
  ['one refused', '/api/x', 'application/vnd.a.v1+json;q=0, application/vnd.a.v2+json', 'v2 /api/v2/x'],
  ['one refused', '/api/x', 'application/vnd.a.v1+json ; Q=0.000', 'v3 /api/v3/x'],
  ['unknown, or else v2', '/api/x', 'application/vnd.a.v9+json, application/vnd.a.v2+json;q=0.1', 'v2 /api/v2/x'],
  ['unknown', '/api/x', 'application/vnd.a.v9+json', 'version_not_acceptable'],
  ['unknown', '/api/x', 'application/vnd.a.v12345678901234567890+json', 'version_not_acceptable'],
  ['unknown', '/api/x', 'application/json; version=1.0', 'version_not_acceptable'],
  ['unknown', '/api/x', 'application/json; version=', 'version_not_acceptable'],
  ['another type', '/api/x', 'text/html; version=1, application/vnd.a.v1+xml', 'v3 /api/v3/x'],
  ['a quoted comma', '/api/x', 'application/json; note="a, \\"b"; version=1', 'v1 /api/v1/x'],
  [
    'a quoted version',
    '/api/x',
    'text/plain; note="application/vnd.a.v1+json, application/vnd.a.v1+json"',
    'v3 /api/v3/x',
  ],
  ['an open quote', '/api/x', 'application/json; note="a, application/vnd.a.v1+json', 'v3 /api/v3/x'],
  ['separators only', '/api/x', ',;,;q=;=', 'v3 /api/v3/x'],

  ['the day of v1', '/api/x?api-version=2023-01-01', undefined, 'v1 /api/v1/x'],
  ['the last day of v1', '/api/x?api-version=2023-12-31', undefined, 'v1 /api/v1/x'],
  ['the day of v2', '/api/x?api-version=2024-01-01', undefined, 'v2 /api/v2/x'],
  ['the day of v3', '/api/x?api-version=2025-01-01', undefined, 'v3 /api/v3/x'],
  ['a day to come', '/api/x?api-version=2999-01-01', undefined, 'v3 /api/v3/x'],
  ['too early', '/api/x?api-version=2022-12-31', undefined, 'unknown_version'],
  ['no date', '/api/x?api-version=v1', undefined, 'unknown_version'],
  ['no date', '/api/x?api-version=', undefined, 'unknown_version'],
  ['no date', '/api/x?api-version', undefined, 'unknown_version'],
  ['no date', '/api/x?api-version=2024-1-1', undefined, 'unknown_version'],
  ['no such date', '/api/x?api-version=2024-02-30', undefined, 'unknown_version'],
  ['a time', '/api/x?api-version=2024-01-01T00:00:00Z', undefined, 'unknown_version'],
  ['repeated, same version', '/api/x?api-version=2023-01-01&api-version=2023-02-01', undefined, 'v1 /api/v1/x'],
  ['repeated, other', '/api/x?api-version=2023-01-01&api-version=2024-02-01', undefined, 'ambiguous_version'],
  ['repeated, one wrong', '/api/x?api-version=2023-01-01&api-version=', undefined, 'unknown_version'],
  [
    'the rest of the query stays',
    '/api/x?a=%20&&api%2Dversion=2023-01-01&b&a=2',
    undefined,
    'v1 /api/v1/x?a=%20&b&a=2',
  ],
  ['a broken escape', '/api/x?%=%zz&api-version=2023-01-01', undefined, 'v1 /api/v1/x?%=%zz'],

  ['all agree', '/api/v1/x?api-version=2023-06-01', 'application/vnd.a.v1+json', 'v1 /api/v1/x'],
  ['path and Accept', '/v1/x', 'application/vnd.a.v2+json', 'ambiguous_version'],
  ['path and date', '/v1/x?api-version=2025-01-01', undefined, 'ambiguous_version'],
  ['Accept and date', '/api/x?api-version=2025-01-01', 'application/json;version=2', 'ambiguous_version'],
  ['unknown outweighs disagreement', '/api/v4/x?api-version=2025-01-01', 'application/json;version=2', 'not_found'],
  ['unknown in Accept, known in the path', '/api/v1/x', 'application/json;version=9', 'version_not_acceptable'],
]

for (const [what, url, accept, expected] of cases) {
  test(`${what}: ${url || '(empty)'}${accept ? ` Accept: ${accept}` : ''} → ${expected}`, () => {
    assert.equal(outcome(ask(url, accept)), expected)
  })
}

test('a disagreement names every way with its version', () => {
  const { message } = ask('/api/v1/x?api-version=2024-06-01', 'application/vnd.a.v3+json')!.problem!
  assert.equal(
    message,
    'The request asks for different API versions: the path names v1, the Accept header names v3, api-version names v2.',
  )
})

test('an unknown version is told which live, whichever way it was asked for', () => {
  for (const [url, accept] of [
    ['/api/v7/x', undefined],
    ['/api/x', 'application/json;version=7'],
    ['/api/x?api-version=1999-01-01', undefined],
  ] as const) {
    const { message } = ask(url, accept)!.problem!
    for (const { name } of VERSIONS) assert.ok(message.includes(name), message)
  }
})

test('what a client sent is not repeated without end', () => {
  assert.ok(ask(`/api/x?api-version=${'9'.repeat(10_000)}`)!.problem!.message.length < 300)
  assert.ok(ask(`/api/v${'9'.repeat(10_000)}/x`)!.problem!.message.length < 300)
})

test('a version that was removed from the table answers 410 with its successor', () => {
  const younger = VERSIONS.slice(1)
  const { problem } = ask('/v1/users/me', undefined, younger)!
  assert.equal(problem!.status, 410)
  assert.equal(problem!.headers.link, '</api/v2/users/me>; rel="successor-version"')
  assert.equal(ask('/api/x', 'application/json;version=1', younger)!.problem!.status, 406)
  assert.equal(ask('/api/x?api-version=2023-06-01', undefined, younger)!.problem!.status, 400)
  assert.equal(outcome(ask('/v2/x', undefined, younger)), 'v2 /api/v2/x')
})

test('a version past its sunset answers 410 in every way, to the millisecond', () => {
  const sunset = new Date(now)
  const sinking = VERSIONS.map(version => (version.name === 'v1' ? { ...version, sunset } : version))
  for (const [url, accept] of [
    ['/api/v1/x', undefined],
    ['/api/x', 'application/json;version=1'],
    ['/api/x?api-version=2023-06-01', undefined],
  ] as const) {
    const { problem } = ask(url, accept, sinking)!
    assert.equal(problem?.code, 'version_retired')
    assert.match(problem.message, /^API version v1 was retired on 2026-01-01; the living versions are v2, v3\.$/)
    const before = new Date(now.getTime() - 1)
    assert.equal(selectVersion({ url, accept, now: before }, sinking)!.problem, undefined)
  }
})

test('nothing that a client can send makes the selection throw', () => {
  const parts = [
    '/',
    '//',
    'api',
    'v1',
    'v',
    '%',
    '%61',
    '%2f',
    '?',
    '&',
    '=',
    'api-version',
    '2024-01-01',
    '#',
    ';',
    '*',
  ]
  const target = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' }))).map(all => all.join(''))
  const tokens = ['application/', 'json', 'vnd.', 'v1', '+json', ';', ',', 'version', '=', '"', '\\', 'q=0', ' ']
  const accept = fc.array(fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary' }))).map(all => all.join(''))
  fc.assert(
    fc.property(target, accept, (url, header) => {
      const selection = ask(url, header)
      if (selection) assert.match(selection.url, /^\/api\/v[123]([/?]|$)/)
    }),
    { numRuns: times(5000) },
  )
})
