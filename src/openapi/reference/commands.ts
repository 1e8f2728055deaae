import type { Document, Operation } from '../types.ts'

export type Call = { method: string; url: string; headers: [name: string, value: string][]; body: unknown }

/** The example of an operation as a request, with `$TOKEN` and its like where a secret belongs. */
export function exampleCall(
  document: Document,
  path: string,
  method: string,
  operation: Operation,
  origin: string,
): Call {
  const { parameters = [], requestBody, security } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find(one => one.in === 'path' && one.name === name)
    return encodeURIComponent(String(parameter?.example ?? name))
  })
  const headers: Call['headers'] = []
  const [way] = security
  if (way?.session) headers.push(['Authorization', 'Bearer $TOKEN'])
  else if (way?.partial) headers.push(['Authorization', 'Bearer $PARTIAL_TOKEN'])
  else if (security.some(other => other.apiKey)) headers.push(['X-API-Key', '$API_KEY'])
  for (const { name, in: place, example } of parameters) if (place === 'header') headers.push([name, String(example)])
  return {
    method: method.toUpperCase(),
    url: `${origin}${document.servers[0]!.url}${filled}`,
    headers,
    body: requestBody?.content['application/json']?.example,
  }
}

export function curl({ method, url, headers, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`--header ${quoted('Content-Type: application/json')}`, `--data ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

export function httpie({ method, url, headers, body }: Call): string {
  const members = Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`,
  )
  return [
    `http ${method} ${quoted(url)}`,
    ...headers.map(([name, value]) => quoted(`${name}:${value}`)),
    ...members.map(quoted),
  ].join(' \\\n  ')
}

/** For a POSIX shell: in single quotes, unless one of our variables is to be filled in at its end. */
function quoted(text: string): string {
  if (/^[\w:/.@%+=-]+$/.test(text)) return text
  return /\$(TOKEN|PARTIAL_TOKEN|API_KEY)$/.test(text)
    ? `"${text.replace(/["\\`]/g, '\\$&')}"`
    : `'${text.replaceAll("'", "'\\''")}'`
}
