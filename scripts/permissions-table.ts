/** docs/permissions.md: what each operation asks of a session and of an API key, made from the routes. */
import { type Access, requirementsOf } from '../src/accounts/sessions/access.ts'
import { nameOfNeed } from '../src/accounts/staff/permissions.ts'
import type { Document } from '../src/openapi/types.ts'

export const PERMISSIONS_FILE = new URL('../docs/permissions.md', import.meta.url)

const HEAD = `# Who may do what

\`npm run openapi\` makes this table from the routes; the walk in ARCHITECTURE.md says where each answer is decided. An admin has every
permission. "owner" is the user whom the thing belongs to. A session needs a second factor of the last minutes where the reference
says so.

`

/** @param accessOf by method and address, such as `POST /api/orders/:id/cancel` */
export function permissionsTable({ paths }: Document, accessOf: ReadonlyMap<string, Access>): string {
  const rows = [...accessOf].flatMap(([request, access]) => {
    const [method = '', address = ''] = request.split(' ')
    const path = address.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')
    const operations = paths[path] as Record<string, { operationId: string }> | undefined
    const found = operations?.[method.toLowerCase()]
    return found ? [[sessionOf(access), keyOf(access), `\`${found.operationId}\``, `\`${method} ${path}\``]] : []
  })
  rows.sort((one, other) => (`${one[0]} ${one[3]}` < `${other[0]} ${other[3]}` ? -1 : 1))
  return HEAD + tableOf([['Session', 'API key', 'Operation', 'Request'], ...rows])
}

const SIMPLE: Record<string, string> = {
  public: 'none',
  visitor: 'none',
  partial: 'first step of a sign-in',
  'csrf-or-key': 'none, with a CSRF token',
  key: '–',
}

function sessionOf(access: Access): string {
  if (typeof access === 'string' && SIMPLE[access]) return SIMPLE[access]
  const { role, permission, guest } = requirementsOf(access as 'user')
  if (role === 'visitor') return 'none'
  if (role === 'admin') return 'admin'
  if (role === 'staff') return permission && permission !== 'any' ? nameOfNeed(permission) : 'any staff'
  const owner = guest ? 'owner, guest with the link' : 'owner'
  return permission && permission !== 'any' ? `${owner}, or ${nameOfNeed(permission)}` : 'any user'
}

function keyOf(access: Access): string {
  if (access === 'public' || access === 'visitor') return 'none'
  if (access === 'key' || access === 'csrf-or-key') return 'any'
  if (access === 'partial') return '–'
  const { scope } = requirementsOf(access)
  return scope ? `\`${scope}\`` : '–'
}

/** Writes it as the formatter does. */
function tableOf(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  const [head, ...others] = rows.map(
    row => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  )
  return `${[head, `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n')}\n`
}
