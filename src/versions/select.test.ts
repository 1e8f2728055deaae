import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../test/support/times.ts'
import { type Selection, selectVersion } from './select.ts'
import { VERSIONS, type Version } from './table.ts'

const now = new Date('2026-01-01')
const ask = (url: string, accept?: string, versions?: Version[]) => selectVersion({ url, accept, now }, versions)

/** The version and the address, or the code of the problem. */
const outcome = (selection: Selection | undefined) =>
  selection && (selection.problem ? selection.problem.code : `${selection.version.name} ${selection.url}`)

const cases: [what: string, url: string, accept: string | undefined, outcome: string | undefined][] = [
  ['no version named', '/api/users/me', undefined, 'v3 /api/v3/users/me'],
  ['a browser', '/api/users/me', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'v3 /api/v3/users/me'],
  ['the three paths', '/api/v1/users/me', undefined, 'v1 /api/v1/users/me'],
  ['the three paths', '/v1/users/me', undefined, 'v1 /api/v1/users/me'],
  ['the three paths', '/v1/api/users/me', undefined, 'v1 /api/v1/users/me'],
  ['the path of a version alone', '/api/v2', undefined, 'v2 /api/v2'],
  ['the prefix alone', '/api', undefined, 'v3 /api/v3'],
  ['not part of the API', '/products', 'application/vnd.semel.v1+json', undefined],
  ['not part of the API', '/apiary', undefined, undefined],
  ['not part of the API', '//api/v1/users', undefined, undefined],
  ['not part of the API', '/', undefined, undefined],
  ['not part of the API', '', undefined, undefined],
  ['the asterisk form', '*', undefined, undefined],
  ['a version twice', '/v1/api/v2/users', undefined, 'v1 /api/v1/v2/users'],
  ['a doubled slash', '/api//v1/users', undefined, 'v3 /api/v3//v1/users'],
  ['an unknown version', '/api/v4/users', undefined, 'unknown_version'],
  ['version zero', '/api/v0/users', undefined, 'unknown_version'],
  ['a leading zero', '/api/v01/users', undefined, 'unknown_version'],
  ['a capital', '/V1/users', undefined, 'unknown_version'],
  ['a capital', '/api/V1/users', undefined, 'unknown_version'],
  ['a point', '/api/v1.0/users', undefined, 'unknown_version'],
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
  ['another type without a version', '/api/x', 'application/json, application/vnd.semel.v1+json', 'v1 /api/v1/x'],
  ['the same twice', '/api/x', 'application/vnd.a.v1+json, application/json;version=1', 'v1 /api/v1/x'],
  ['two', '/api/x', 'application/vnd.a.v1+json, application/vnd.a.v2+json', 'ambiguous_version'],
  ['two in one range', '/api/x', 'application/vnd.a.v1+json; version=2', 'ambiguous_version'],
  ['two in one range', '/api/x', 'application/json; version=1; version=2', 'ambiguous_version'],
  [
    'two with different weights',
    '/api/x',
    'application/vnd.a.v1+json;q=0.5, application/vnd.a.v2+json',
    'v2 /api/v2/x',
  ],
  [
    'two with equal weights',
    '/api/x',
    'application/vnd.a.v1+json;q=0.5, application/vnd.a.v2+json;q=.5',
    'v2 /api/v2/x',
  ],
  ['one with weight zero', '/api/x', 'application/vnd.a.v1+json;q=0, application/vnd.a.v2+json', 'v2 /api/v2/x'],
  ['one with weight zero', '/api/x', 'application/vnd.a.v1+json ; Q=0.000', 'v3 /api/v3/x'],
  ['unknown, or v2', '/api/x', 'application/vnd.a.v9+json, application/vnd.a.v2+json;q=0.1', 'v2 /api/v2/x'],
  ['unknown', '/api/x', 'application/vnd.a.v9+json', 'version_not_acceptable'],
  ['unknown', '/api/x', 'application/vnd.a.v12345678901234567890+json', 'version_not_acceptable'],
  ['unknown', '/api/x', 'application/json; version=1.0', 'v1 /api/v1/x'],
  ['unknown', '/api/x', 'application/json; version=', 'version_not_acceptable'],
  ['a date', '/api/x', 'application/json; version=2023-06-01', 'v1 /api/v1/x'],
  ['a date', '/api/x', 'application/json; v="2024-06-01"', 'v2 /api/v2/x'],
  ['a date', '/api/x', 'application/vnd.semel.2023-06-01+json', 'v1 /api/v1/x'],
  ['a date and its version', '/api/x', 'application/json; version=2023-06-01, application/json;v=1', 'v1 /api/v1/x'],
  [
    'two dates of two versions',
    '/api/x',
    'application/json;v=2023-06-01, application/json;v=2024-06-01',
    'ambiguous_version',
  ],
  ['too early', '/api/x', 'application/json; version=2022-12-31', 'version_not_acceptable'],
  ['no such date', '/api/x', 'application/json; version=2024-02-30', 'version_not_acceptable'],
  ['an unknown version, or anything', '/api/x', 'application/json;version=9, */*;q=0.1', 'v3 /api/v3/x'],
  ['an unknown version, or anything', '/api/v1/x', 'application/json;version=9, */*;q=0.1', 'v1 /api/v1/x'],
  ['an unknown version, or anything', '/api/x', 'application/vnd.a.v9+json, application/*;q=0.001', 'v3 /api/v3/x'],
  ['an unknown version, or anything', '/api/x', 'application/vnd.a.v9+json, *;q=.2', 'v3 /api/v3/x'],
  ['an unknown version, or nothing', '/api/x', 'application/json;version=9, */*;q=0', 'version_not_acceptable'],
  ['unknown, and another type', '/api/x', 'application/json;version=9, text/html', 'version_not_acceptable'],
  ['unknown at any weight', '/api/x', '*/*;q=0.1, application/json;version=9;q=0.05', 'v3 /api/v3/x'],
  ['two unknown versions', '/api/x', 'application/json;v=8, application/json;v=9;q=0.5', 'version_not_acceptable'],
  ['unknown, v1 or anything', '/api/x', 'application/json;v=9, application/json;v=1;q=0.2, */*;q=0.1', 'v1 /api/v1/x'],
  ['two versions, or anything', '/api/x', 'application/json;v=1, application/json;v=2, */*;q=0.1', 'ambiguous_version'],
  [
    'anything but plain JSON',
    '/api/x',
    'application/json;version=9, application/json;q=0, */*;q=0.1',
    'version_not_acceptable',
  ],
  ['nothing of application/*', '/api/x', 'application/json;v=9, application/*;q=0, */*', 'version_not_acceptable'],
  [
    'JSON, nothing else of application/*',
    '/api/x',
    'application/json;v=9, application/*;q=0, application/json;q=0.5',
    'v3 /api/v3/x',
  ],
  ['problems refused', '/api/x', 'application/json;v=9, application/problem+json;q=0, */*;q=0.1', 'v3 /api/v3/x'],
  ['a refused version', '/api/x', 'application/json;version=3;q=0, */*', 'v2 /api/v2/x'],
  ['a refused version', '/api/x', 'application/vnd.a.v3+json;q=0, application/json;v=2025-06-01;q=0', 'v2 /api/v2/x'],
  [
    'a refused version, or an unknown one',
    '/api/x',
    'application/json;v=3;q=0, application/json;v=9, */*',
    'v2 /api/v2/x',
  ],
  ['a refused version in the path', '/api/v3/x', 'application/json;version=3;q=0, */*', 'v3 /api/v3/x'],
  [
    'all refused',
    '/api/x',
    'application/json;v=1;q=0, application/json;v=2;q=0, application/json;v=3;q=0',
    'v3 /api/v3/x',
  ],
  ['plain JSON preferred to a version', '/api/x', 'application/json, application/json;version=1;q=0.5', 'v1 /api/v1/x'],
  ['unknown, or plain JSON', '/api/x', 'application/vnd.semel.v4+json, application/json;q=0.5', 'v3 /api/v3/x'],
  ['unknown, or plain JSON', '/api/x', 'application/json;q=0.1, application/json;version=9', 'v3 /api/v3/x'],
  [
    'unknown, or a plain type of a vendor',
    '/api/x',
    'application/vnd.a.v9+json, application/vnd.a+json',
    'v3 /api/v3/x',
  ],
  ['unknown, or plain JSON', '/api/v1/x', 'application/vnd.a.v9+json, application/json', 'v1 /api/v1/x'],
  ['unknown, and no plain JSON', '/api/x', 'application/vnd.a.v9+json, application/json;q=0', 'version_not_acceptable'],
  ['a minor version, or plain JSON', '/api/x', 'application/vnd.a.v1.0+json, application/json', 'v1 /api/v1/x'],
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
  ['a future date', '/api/x?api-version=2999-01-01', undefined, 'v3 /api/v3/x'],
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
  [
    'an unknown version and a disagreement',
    '/api/v4/x?api-version=2025-01-01',
    'application/json;version=2',
    'unknown_version',
  ],
  ['unknown in Accept, known in the path', '/api/v1/x', 'application/json;version=9', 'version_not_acceptable'],
]

for (const [what, url, accept, expected] of cases) {
  test(`${what}: ${url || '(empty)'}${accept ? ` Accept: ${accept}` : ''} → ${expected}`, () => {
    assert.equal(outcome(ask(url, accept)), expected)
  })
}

const SPELLINGS = (version: string) => [
  `application/vnd.semel.v${version}+json`,
  `application/vnd.semel-v${version}+json`,
  `application/vnd.semel_v${version}+json`,
  `application/vnd.semel.${version}+json`,
  `application/vnd.semel-${version}+json`,
  `application/vnd.acme.v${version}+json`,
  `application/vnd.acme.shop.v${version}+json`,
  `application/vnd.acme-shop.api-v${version}+json`,
  `application/vnd.semel.v${version}`,
  `application/vnd.semel-v${version}`,
  `application/vnd.semel.v${version}.user+json`,
  `application/vnd.semel.user.v${version}+json`,
  `application/vnd.semel.user-v${version}+json`,
  `application/x.semel.v${version}+json`,
  `application/x.semel.v${version}`,
  `application/x-semel-v${version}+json`,
  `application/prs.semel.v${version}+json`,
  `application/semel.v${version}+json`,
  `application/vnd.v${version}+json`,
  `application/json.v${version}`,
  `application/json-v${version}`,
  `application/json+v${version}`,
  `application/vnd.semel+json.v${version}`,
  `application/vnd.semel+json-v${version}`,
  `application/json; version=${version}`,
  `application/json;version=v${version}`,
  `application/json; version="${version}"`,
  `application/json; version="v${version}"`,
  `application/json; version="\\${version}"`,
  `application/json; v=${version}`,
  `application/json;v=v${version}`,
  `application/json; charset=utf-8; v=${version}`,
  `application/problem+json; v=${version}`,
  `application/vnd.semel+json; version=${version}`,
  `application/vnd.semel; version=${version}`,
  `application/*; version=${version}`,
  `*/*; version=${version}`,
]

test('usual spellings in Accept, any case, with other types → select the version', () => {
  for (const version of ['1', '2', '3', '1.0', '3.0']) {
    const name = `v${version.replace('.0', '')}`
    const expected = `${name} /api/${name}/x`
    for (const accept of SPELLINGS(version)) {
      for (const header of [
        accept,
        accept.toUpperCase(),
        `${accept};q=0.5`,
        `text/html, ${accept}, */*;q=0.1`,
        `application/json, ${accept}`,
        ` ${accept} `,
      ]) {
        assert.equal(outcome(ask('/api/x', header)), expected, header)
      }
    }
  }
})

test('an unknown version in Accept gets 406, in every spelling', () => {
  for (const version of ['0', '4', '9', '01', '4.0', '1.2', '10', '99999999999999999999']) {
    for (const accept of SPELLINGS(version)) {
      assert.equal(ask('/api/x', accept)!.problem?.code, 'version_not_acceptable', accept)
    }
  }
  for (const accept of [
    'application/vnd.semel.v+json',
    'application/vnd.semel.v1beta+json',
    'application/vnd.semel.v1-beta+json',
    'application/json; version=latest',
    'application/json; version=one',
    'application/json; v=b3',
    'application/json; version=""',
    'application/json; version=2023-06',
  ]) {
    const { problem } = ask('/api/x', accept)!
    assert.deepEqual([problem?.status, problem?.code], [406, 'version_not_acceptable'], accept)
    assert.match(problem!.message, /does not exist\. Supported: v1, v2, v3\.$/)
  }
})

/** Headers of browsers and other programs. None of them names a version of this API. */
const ORDINARY = [
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json;charset=UTF-8',
  'application/problem+json, application/json',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'application/signed-exchange;v=b3;q=0.9,*/*;q=0.8',
  'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'image/gif, application/x-ms-application, application/x-shockwave-flash, application/vnd.ms-excel, application/msword, */*',
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.lotus-1-2-3',
  'application/vnd.api+json',
  'application/hal+json, application/ld+json;profile="https://a/v1"',
  'application/x-7z-compressed, application/x-pkcs12, application/x-bzip2',
  'application/3gpphal+json',
  'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
  'text/event-stream',
  '',
]

test('Accept headers of browsers and ordinary clients select the current version', () => {
  for (const accept of ORDINARY) assert.equal(outcome(ask('/api/x', accept)), 'v3 /api/v3/x', accept)
})

test('the detail of a disagreement names every way with its version', () => {
  const { message } = ask('/api/v1/x?api-version=2024-06-01', 'application/vnd.a.v3+json')!.problem!
  assert.equal(
    message,
    'The request asks for different API versions: the path names v1, the Accept header names v3, api-version names v2.',
  )
})

test('an unknown version, chosen in any way → the detail lists supported ones', () => {
  for (const [url, accept] of [
    ['/api/v7/x', undefined],
    ['/api/x', 'application/json;version=7'],
    ['/api/x?api-version=1999-01-01', undefined],
  ] as const) {
    const { message } = ask(url, accept)!.problem!
    for (const { name } of VERSIONS) assert.ok(message.includes(name), message)
  }
})

test('text of a client is cut in the detail', () => {
  assert.ok(ask(`/api/x?api-version=${'9'.repeat(10_000)}`)!.problem!.message.length < 300)
  assert.ok(ask(`/api/v${'9'.repeat(10_000)}/x`)!.problem!.message.length < 300)
})

test('a version removed from the table → 410, linking to its successor', () => {
  const younger = VERSIONS.slice(1)
  const { problem } = ask('/v1/users/me', undefined, younger)!
  assert.equal(problem!.status, 410)
  assert.equal(problem!.headers.link, '</api/v2/users/me>; rel="successor-version"')
  assert.equal(ask('/api/x', 'application/json;version=1', younger)!.problem!.status, 406)
  assert.equal(ask('/api/x?api-version=2023-06-01', undefined, younger)!.problem!.status, 400)
  assert.equal(outcome(ask('/v2/x', undefined, younger)), 'v2 /api/v2/x')
})

test('the millisecond of a sunset, for each way to choose → 410', () => {
  const sunset = new Date(now)
  const sinking = VERSIONS.map(version => (version.name === 'v1' ? { ...version, sunset } : version))
  for (const [url, accept] of [
    ['/api/v1/x', undefined],
    ['/api/x', 'application/json;version=1'],
    ['/api/x?api-version=2023-06-01', undefined],
  ] as const) {
    const { problem } = ask(url, accept, sinking)!
    assert.equal(problem?.code, 'version_retired')
    assert.match(problem.message, /^API version v1 was retired on 2026-01-01\. Supported: v2, v3\.$/)
    const before = new Date(now.getTime() - 1)
    assert.equal(selectVersion({ url, accept, now: before }, sinking)!.problem, undefined)
  }
})

test('long Accept headers are read quickly', () => {
  // Microseconds on the processor: what other processes do meanwhile does not count.
  const before = process.cpuUsage()
  for (const part of ['1.', '.v', 'v1.', '-1', '"', ';v=1', ',x', '\\"']) {
    ask('/api/x', `application/vnd.${part.repeat(16_000 / part.length)}!+json`)
  }
  assert.ok(process.cpuUsage(before).user < 200_000)
})

test('selection never throws, whatever a client sends', () => {
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
  const tokens = [
    'application/',
    'json',
    'vnd.',
    'v1',
    '-',
    '2',
    '+json',
    ';',
    ',',
    'v',
    'version',
    '=',
    '"',
    '\\',
    'q=0',
    ' ',
  ]
  const accept = fc.array(fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary' }))).map(all => all.join(''))
  fc.assert(
    fc.property(target, accept, (url, header) => {
      const selection = ask(url, header)
      if (selection) assert.match(selection.url, /^\/api\/v[123]([/?]|$)/)
    }),
    { numRuns: times(5000) },
  )
})
