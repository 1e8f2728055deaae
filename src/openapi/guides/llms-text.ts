import { CURRENT, VERSIONS } from '../../versions/table.ts'
import { INSTALL } from './clients.ts'
import { GUIDES, readGuide } from './guide.ts'

/** `/llms.txt` (llmstxt.org): where a language model finds what it needs to write a client. */
export function llmsText(origin: string): string {
  const link = (path: string, title: string, about: string) => `- [${title}](${origin}${path}): ${about}`
  return `${[
    '# Semel',
    '',
    '> Semel is a commerce and account service with an HTTP API under /api. It does once what must happen once: ' +
      'a login code opens one session, an event sends one email, and a retried request is one order.',
    '',
    'Money is an integer in minor units, times are ISO 8601 in UTC, and errors follow RFC 9457. Decide by the ' +
      '`code` of an error. Send an `Idempotency-Key` with each POST that creates something.',
    '',
    `There are clients for TypeScript (\`${INSTALL.npm(origin)}\`) and Python (\`${INSTALL.pip(origin)}\`). No public registry has them.`,
    '',
    '## Guides',
    '',
    ...GUIDES.map(name => readGuide(name, origin)).map(({ name, title, summary }) =>
      link(`/docs/guides/${name}.md`, title, summary),
    ),
    '',
    '## Reference',
    '',
    link(
      `/api/${CURRENT.name}/openapi.json`,
      'OpenAPI document',
      'Every operation of the current version, in OpenAPI 3.1.',
    ),
    link('/problems', 'Problems', 'Every error code and how to handle it.'),
    '',
    '## Optional',
    '',
    link('/docs/postman.json', 'Postman collection', 'Every operation as a request with an example.'),
    ...VERSIONS.slice(0, -1).map(({ name }) =>
      link(`/api/${name}/openapi.json`, `OpenAPI document of ${name}`, 'Deprecated.'),
    ),
  ].join('\n')}\n`
}
