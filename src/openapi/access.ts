import type { Access } from '../accounts/sessions/access.ts'

const COOKIE = (what: string, secureName: string) =>
  `${what} as a cookie; \`${secureName}\` over https. It counts when neither a bearer nor an API key is sent. Alone it is enough for a JSON body that no other site sent: \`Origin\` is absent or ours, and \`Sec-Fetch-Site\` is absent, \`same-origin\` or \`none\`. Any other request that changes something needs the CSRF token, or a header that shows our own origin.`

/** The ways to show who one is, as the document names them. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The session token that `POST /auth/mfa` returns. An API key is read here too. A valid bearer wins over an API key and a cookie that are sent beside it.',
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
    description: 'The partial token that `POST /auth/login` returns. It opens nothing but the second step.',
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
      'From `GET /auth/csrf`, with the cookie that came with it. A token that does not fit its cookie is refused.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'For programs, also as `Authorization: Bearer`. Each key has scopes, which an operation names.',
  },
}

type Requirement = Record<string, string[]>

/** Each entry is one way in; all schemes of an entry belong together. A cookie alone is enough to send JSON. */
export function securityOf(access: Access, method: string, takesJson: boolean): Requirement[] {
  const csrf: Requirement = method === 'GET' || takesJson ? {} : { csrf: [] }
  if (access === 'public') return []
  if (access === 'partial') return [{ partial: [] }, { partialCookie: [], ...csrf }]
  if (access === 'csrf-or-key') return [{ csrf: [] }, { apiKey: [] }]
  const ways: Requirement[] = [{ session: [] }, { sessionCookie: [], ...csrf }]
  // Which scope is said in words: tools know scopes of OAuth only.
  return typeof access === 'object' ? [...ways, { apiKey: [] }] : ways
}

/** The same in a sentence. */
export function accessInWords(access: Access): string {
  if (access === 'public') return 'Authentication: none.'
  if (access === 'partial') return 'Authentication: partial token from the first sign-in step.'
  if (access === 'csrf-or-key') return 'Authentication: CSRF token or any API key.'
  const { role, scope } = typeof access === 'object' ? access : { role: access, scope: undefined }
  const session = { user: 'session', staff: 'staff session', admin: 'admin session' }[role]
  return `Authentication: ${session}${scope ? `, or an API key with the scope \`${scope}\`` : ''}.`
}
