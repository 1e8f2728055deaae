/** Describes who may call an operation, in the documents of the API. */
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { type Access, requirementsOf } from '../accounts/sessions/access.ts'
import { nameOfNeed } from '../accounts/staff/permissions.ts'

const COOKIE = (token: string, secureName: string) =>
  `${token} as a cookie; \`${secureName}\` over https. It is read only if the request has neither a bearer token ` +
  `nor an API key. It alone is enough for a JSON body that no other site sent: \`Origin\` is absent or ours, and ` +
  `\`Sec-Fetch-Site\` is absent, \`same-origin\` or \`none\`. Any other request that changes something needs the ` +
  'CSRF token, or a header that shows our own origin.'

/** The credentials that the API takes, by the names that the document uses. */
export const SECURITY_SCHEMES: Record<string, OpenApi.SecuritySchemeObject> = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The session token that `POST /auth/mfa` returns, or an API key. A valid bearer token takes precedence ' +
      'over an API key and a cookie in the same request.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'semel_session',
    description: COOKIE('The session token', '__Host-semel_session'),
  },
  partial: {
    type: 'http',
    scheme: 'bearer',
    description: 'The partial token that `POST /auth/login` returns. It is valid for the second step only.',
  },
  partialCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'semel_partial',
    description: COOKIE('The partial token', '__Host-semel_partial'),
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'From `GET /auth/csrf`, sent with the cookie of the same response. A token that does not match its cookie is refused.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'For programs; also accepted as `Authorization: Bearer`. Each operation names the scope that it needs.',
  },
}

type Requirement = Record<string, string[]>

/** Any one entry is enough; a request needs all schemes of that entry. To send JSON, a cookie alone is enough. */
export function securityOf(
  access: Access,
  { method, takesJson }: { method: string; takesJson: boolean },
): Requirement[] {
  const csrf: Requirement = method === 'GET' || takesJson ? {} : { csrf: [] }
  if (access === 'public') return []
  if (access === 'partial') return [{ partial: [] }, { partialCookie: [], ...csrf }]
  if (access === 'csrf-or-key') return [{ csrf: [] }, { apiKey: [] }]
  const ways: Requirement[] = [{ session: [] }, { sessionCookie: [], ...csrf }]
  if (access === 'key') return [{ apiKey: [] }]
  // The description names the scope, because OpenAPI knows scopes for OAuth only.
  if (access === 'visitor') return [{}, ...ways]
  const { role, scope } = requirementsOf(access)
  if (role === 'visitor') return [{}, { apiKey: [] }]
  return scope ? [...ways, { apiKey: [] }] : ways
}

/** The same in one sentence. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'Authentication: none.'
  if (access === 'visitor') return 'Authentication: none, or a session.'
  if (access === 'partial') return 'Authentication: partial token from the first sign-in step.'
  if (access === 'key') return 'Authentication: any API key.'
  if (access === 'csrf-or-key')
    return 'Authentication: CSRF token, or an API key with the scope `auth:reset` or a publishable one.'
  const { role, scope, permission = 'any', publishable, guest } = requirementsOf(access)
  const session = { visitor: 'none', user: 'session', staff: 'staff session', admin: 'admin session' }[role]
  const names = permission !== 'any' && nameOfNeed(permission, name => `\`${name}\``)
  const allowed = names ? (role === 'user' ? ` (staff need ${names} to act for the shop)` : ` with ${names}`) : ''
  return `Authentication: ${session}${allowed}${
    scope ? `, or an API key with the scope \`${scope}\`${publishable ? ' or a publishable one' : ''}` : ''
  }${guest ? ", or the token of the link of a guest's order" : ''}.`
}
