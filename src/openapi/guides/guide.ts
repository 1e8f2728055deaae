/** The guides at `/docs/guides`: the Markdown files of docs/guides, rendered from tokens so that every text is escaped. */
import { readFileSync } from 'node:fs'
import { lexer, type Token, type Tokens } from 'marked'
import { type Html, html } from '../../html/html.ts'
import { table } from '../../pages/components.ts'
import { CURRENT } from '../../versions/table.ts'
import { INSTALL } from './clients.ts'

/** Guides in the order in which a newcomer needs them. */
export const GUIDES = [
  'sign-in',
  'keys',
  'pages',
  'orders',
  'payments',
  'events',
  'webhooks',
  'versions',
  'moving',
  'your-shop',
  'email-texts',
  'development',
] as const

type Guide = { name: string; title: string; summary: string; body: Html; source: string }

/** The address that is in the files. */
const ANYWHERE = 'http://localhost:3000'

const known = new Map<string, Guide>()

/** @param origin the address of this shop, which the examples then name */
export function readGuide(name: (typeof GUIDES)[number], origin: string): Guide {
  const guide = known.get(`${name} ${origin}`) ?? renderGuide(name, origin)
  known.set(`${name} ${origin}`, guide)
  return guide
}

function renderGuide(name: (typeof GUIDES)[number], origin: string): Guide {
  const file = readFileSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8')
  const source = file.replaceAll(ANYWHERE, origin)
  const tokens = lexer(source)
  const [title, summary] = tokens.filter(({ type }) => type === 'heading' || type === 'paragraph') as Tokens.Paragraph[]
  return { name, title: title!.text, summary: plain(summary!.tokens), body: html`${tokens.map(render)}`, source }
}

export function guideList(origin: string): Html {
  const item = ({ name, title, summary }: Guide) =>
    html`<li><h2><a href="/docs/guides/${name}">${title}</a></h2><p>${summary}</p></li>`
  return html`<h1>Guides</h1>
    <p class="lede">Each guide is one job, with examples for curl, TypeScript and Python that run against the demo shop.</p>
    <ul class="plain">${GUIDES.map(name => item(readGuide(name, origin)))}</ul>
    <h2>Clients</h2>
    <p>Both have the version of this shop. They are in no public registry, so install them from here.</p>
    ${[INSTALL.npm, INSTALL.pip].map(install => codeBlock(install(origin)))}
    <p>For programs: <a href="/docs/postman.json">a collection for Postman</a>, <a href="/llms.txt">llms.txt</a> and
      <a href="/api/${CURRENT.name}/openapi.json">the OpenAPI document</a>.</p>`
}

/** The text without its marks, for lists and descriptions. */
function plain(tokens: Token[]): string {
  return tokens
    .map(token => ('tokens' in token && token.tokens ? plain(token.tokens) : (token as Tokens.Text).text))
    .join('')
}

const LANGUAGES: Record<string, string> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'TypeScript',
  py: 'Python',
  html: 'HTML',
  json: 'Response',
  text: 'Output',
}

/** @throws on Markdown that no guide uses yet */
function render(token: Token): Html | string {
  const inner = () => (token as { tokens?: Token[] }).tokens?.map(render) ?? (token as Tokens.Text).text
  switch (token.type) {
    case 'space':
      return ''
    case 'heading':
      return token.depth === 1 ? html`<h1>${inner()}</h1>` : html`<h2 id="${anchor(token.text)}">${inner()}</h2>`
    case 'paragraph':
      return html`<p>${inner()}</p>`
    case 'code':
      return codeBlock(token.text, LANGUAGES[token.lang ?? ''])
    case 'list': {
      const items = (token as Tokens.List).items.map(item => html`<li>${item.tokens.map(render)}</li>`)
      return token.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const columns = header.map(({ text }, index) => ({
        label: text,
        cell: (row: Tokens.TableCell[]) => html`${row[index]!.tokens.map(render)}`,
      }))
      return table('Overview', columns, rows)
    }
    case 'text':
      return html`${inner()}`
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'strong':
      return html`<strong>${inner()}</strong>`
    case 'link':
      return html`<a href="${token.href.replace(/^([\w-]+)\.md/, '/docs/guides/$1')}">${inner()}</a>`
    default:
      throw new Error(`Guides cannot show ${token.type}: ${token.raw}`)
  }
}

function codeBlock(text: string, label = 'Shell'): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>`
}

function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
