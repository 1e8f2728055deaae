/** The collection for Postman. */
import { operationsOf } from '../reference-page.ts'
import type { Document, Operation } from '../types.ts'

type Listed = ReturnType<typeof operationsOf>[number]
type Auth = { type: string; bearer?: Field[]; apikey?: Field[] }
type Field = { key: string; value: string; type: string }
type Pair = { key: string; value: string; description?: string; disabled?: boolean }

/**
 * A collection for Postman (format 2.1.0), with a folder for each tag and an example body for each request. Signing in comes first and
 * signing out last, and answers leave the session and the API key for the requests behind them. So a run of the whole collection is
 * signed in from beginning to end.
 * @param account whom `email` and `password` name at first
 */
export function postmanCollection(document: Document, origin: string, account = { email: '', password: '' }) {
  const { info, tags, servers } = document
  const operations = operationsOf(document)
  const requests = (wanted: Listed[]) =>
    wanted.map(operation => ({
      name: operation.summary,
      event: scriptsOf(operation),
      request: requestOf(operation, servers[0]!.url),
    }))
  const inPlace = operations.filter(({ operationId }) => !LAST.includes(operationId))
  const isFirst = ({ operationId }: Listed) => (FIRST.includes(operationId) ? 1 : 0)
  return {
    info: {
      name: `${info.title} ${info.version}`,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      pair('origin', origin),
      pair('email', account.email),
      pair('password', account.password),
      { ...pair('code', ''), description: 'Of the second factor. A demo shop fills it in.' },
      {
        ...pair('byHand', ''),
        description: 'yes: also send what needs a passkey, a phone or a recovery code, and what ends the account.',
      },
      pair('csrfToken', ''),
      pair('partialToken', ''),
      pair('token', ''),
      pair('apiKey', ''),
    ],
    item: [
      ...tags.map(tag => ({
        name: tag['x-displayName'] ?? tag.name,
        description: tag.description,
        item: requests(
          inPlace.filter(({ tags }) => tags[0] === tag.name).toSorted((one, other) => isFirst(other) - isFirst(one)),
        ),
      })),
      {
        name: 'Signing out',
        description: 'At the end, because every other request needs the session.',
        item: requests(operations.filter(({ operationId }) => LAST.includes(operationId))),
      },
    ],
  }
}

const FIRST = ['getCsrfToken', 'login', 'enterCode']
const LAST = ['deleteMe', 'logout']

/** They need something that no collection has, or end what the others need. */
const BY_HAND = [
  'startRegistrationByPasskey',
  'registerByPasskey',
  'enterPasskey',
  'startPasskeySignIn',
  'enterRecoveryCode',
  'sendSignInSms',
  'signInByPasskey',
  'reauthenticate',
  'reauthenticateByPasskey',
  'deleteMe',
]

/** Bodies in place of the examples of the document, which name nobody's account. */
const BODIES: Record<string, object> = {
  login: { email: '{{email}}', password: '{{password}}' },
  enterCode: { code: '{{code}}' },
  // Another address would have to be confirmed first, and until then its owner has the rights of a customer.
  changeMe: { userName: 'Ada Lovelace' },
  createApiKey: { name: 'Postman', scopes: ['products:read'] },
}

const SKIP = "if (pm.variables.get('byHand') !== 'yes') pm.execution.skipRequest()"
const READ_CODE = `pm.sendRequest(pm.variables.replaceIn('{{origin}}/dev/code?email={{email}}'), (_, answer) => {
  if (answer && answer.code === 200) pm.collectionVariables.set('code', answer.json().code)
})`
const keep = (variable: string, member: string) =>
  `if (pm.response.code < 300) pm.collectionVariables.set('${variable}', pm.response.json().${member})`

const BEFORE: Record<string, string> = {
  enterCode: READ_CODE,
  ...Object.fromEntries(BY_HAND.map(operation => [operation, SKIP])),
}
const AFTER: Record<string, string> = {
  getCsrfToken: keep('csrfToken', 'csrfToken'),
  login: keep('partialToken', 'partialToken'),
  enterCode: keep('token', 'token'),
  createApiKey: keep('apiKey', 'key'),
}

function scriptsOf({ operationId }: Operation) {
  const script = (listen: string, text: string | undefined) =>
    text ? [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }] : []
  return [...script('prerequest', BEFORE[operationId]), ...script('test', AFTER[operationId])]
}

function requestOf(operation: Listed, base: string) {
  const { method, path, description, security, parameters = [], requestBody } = operation
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const example = BODIES[operation.operationId] ?? content?.example
  const inPlace = (place: string) => parameters.filter(parameter => parameter.in === place)
  const segments = `${base}${path}`
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = inPlace('query').map(
    ({ name, description = '', required }): Pair => ({ ...pair(name, ''), description, disabled: !required }),
  )
  return {
    method: method.toUpperCase(),
    description,
    auth: authOf(security),
    header: [
      ...(type ? [pair('Content-Type', type)] : []),
      ...inPlace('header').map(
        ({ name, description = '' }): Pair => ({
          ...pair(name, name === 'Idempotency-Key' ? '{{$guid}}' : ''),
          description,
          disabled: name !== 'Idempotency-Key',
        }),
      ),
    ],
    ...(content && {
      body: { mode: 'raw', raw: JSON.stringify(example, undefined, 2), options: { raw: { language: 'json' } } },
    }),
    url: {
      raw: `{{origin}}/${segments.join('/')}`,
      host: ['{{origin}}'],
      path: segments,
      query,
      variable: inPlace('path').map(({ name, example, description = '' }) => ({
        ...pair(name, String(example)),
        description,
      })),
    },
  }
}

/** A session where one is accepted, or else a CSRF token or an API key. */
function authOf(security: Operation['security']): Auth {
  const accepts = (scheme: string) => security.some(requirement => scheme in requirement)
  const bearer = (value: string) => ({ type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] })
  if (security.length === 0) return { type: 'noauth' }
  if (accepts('session')) return bearer('{{token}}')
  if (accepts('partial')) return bearer('{{partialToken}}')
  const key = (name: string, value: string) => ({ key: name, value, type: 'string' })
  const header = (name: string, value: string) => ({
    type: 'apikey',
    apikey: [key('key', name), key('value', value), key('in', 'header')],
  })
  return accepts('csrf') ? header('X-CSRF-Token', '{{csrfToken}}') : header('X-API-Key', '{{apiKey}}')
}

function pair(key: string, value: string): Pair {
  return { key, value }
}
