/**
 * Texts that a shop writes in Markdown. They are rendered from tokens, so that every text is escaped. HTML and pictures are
 * refused, and a link leads to a page of the shop, to https or to an email address.
 */
import { lexer, type Token, type Tokens } from 'marked'
import { type Html, html } from '../../html/html.ts'
import { localAddress } from '../../html/site-address.ts'

/** Lists in lists, quotes in quotes. A text of brackets alone would end the stack otherwise. */
const DEEPEST = 12

export type Mistake = { reason: string; code: string }

/**
 * Reads a text. The time may grow with the square of its length, so only short ones are read on the event loop (kept-markdown.ts).
 * @returns the tokens, which take a time to render that grows with their length
 */
export function readMarkdown(text: string): { tokens: readonly Token[] } | { mistake: Mistake } {
  try {
    const tokens = [...lexer(text)]
    renderTokens(tokens)
    return { tokens }
  } catch (error) {
    return { mistake: error instanceof Refusal ? { reason: error.message, code: error.code } : TOO_DEEP }
  }
}

/** @throws on tokens that `readMarkdown` refuses. Headings begin at `h2`, because a page has its own `h1`. */
export function renderTokens(tokens: readonly Token[]): Html {
  return html`${renderAll(tokens, 0)}`
}

class Refusal extends Error {
  readonly code: string
  constructor(reason: string, code: string) {
    super(reason)
    this.code = code
  }
}

export const TOO_DEEP = { reason: 'is nested too deeply', code: 'too_deep' }

function renderAll(tokens: readonly Token[], depth: number): (Html | string)[] {
  if (depth > DEEPEST) throw new Refusal(TOO_DEEP.reason, TOO_DEEP.code)
  return tokens.map(token => renderBlock(token, depth))
}

function renderBlock(token: Token, depth: number): Html | string {
  const inner = () => innerOf(token, depth)
  switch (token.type) {
    case 'space':
    case 'def':
      return ''
    case 'heading':
      return token.depth < 3 ? html`<h2>${inner()}</h2>` : html`<h3>${inner()}</h3>`
    case 'paragraph':
      return html`<p>${inner()}</p>`
    case 'blockquote':
      return html`<blockquote>${inner()}</blockquote>`
    case 'hr':
      return html`<hr>`
    case 'code':
      return html`<p class="as-written">${(token as Tokens.Code).text}</p>`
    case 'list':
      return renderList(token as Tokens.List, depth)
    case 'table':
      return renderTable(token as Tokens.Table, depth)
    default:
      return renderInline(token, depth)
  }
}

function renderInline(token: Token, depth: number): Html | string {
  const inner = () => innerOf(token, depth)
  switch (token.type) {
    case 'text':
      return html`${inner()}`
    case 'escape':
      return (token as Tokens.Escape).text
    case 'codespan':
      return html`<code>${(token as Tokens.Codespan).text}</code>`
    case 'strong':
      return html`<strong>${inner()}</strong>`
    case 'em':
      return html`<em>${inner()}</em>`
    case 'del':
      return html`<s>${inner()}</s>`
    case 'br':
      return html`<br>`
    case 'link':
      return html`<a href="${linkOf(token as Tokens.Link)}">${inner()}</a>`
    case 'html':
      throw new Refusal(`must not contain HTML, such as ${excerpt(token.raw)}`, 'contains_html')
    default:
      throw new Refusal(`must not contain ${token.type === 'image' ? 'pictures' : excerpt(token.raw)}`, 'not_allowed')
  }
}

function innerOf(token: Token, depth: number): (Html | string)[] | string {
  const { tokens } = token as { tokens?: Token[] }
  return tokens ? renderAll(tokens, depth + 1) : (token as Tokens.Text).text
}

function renderList({ items, ordered, start }: Tokens.List, depth: number): Html {
  const shown = items.map(item => html`<li>${renderAll(item.tokens, depth + 1)}</li>`)
  if (!ordered) return html`<ul>${shown}</ul>`
  return html`<ol${Number(start) > 1 && html` start="${String(start)}"`}>${shown}</ol>`
}

function renderTable({ header, rows }: Tokens.Table, depth: number): Html {
  const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
    html`<tr>${row.map(({ tokens }) => {
      const inside = renderAll(tokens, depth + 1)
      return tag === 'th' ? html`<th scope="col">${inside}</th>` : html`<td>${inside}</td>`
    })}</tr>`
  return html`<div class="table"><table><thead>${cells(header, 'th')}</thead><tbody>${rows.map(row =>
    cells(row, 'td'),
  )}</tbody></table></div>`
}

function linkOf({ href }: Tokens.Link): string {
  const mistake = addressMistake(href)
  if (mistake) throw new Refusal(`has a link to ${excerpt(href)}, which ${mistake.reason}`, mistake.code)
  return href
}

/** The rule of every address that a shop links, for `CHECK`. */
export function addressMistake(address: string): Mistake | undefined {
  if (address.startsWith('/') && localAddress(address)) return undefined
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(address)) return undefined
  const url = URL.parse(address)
  // `user:password@` would make another site look like a known one.
  if (
    url?.protocol === 'https:' &&
    /^https:\/\//i.test(address) &&
    !/\s/.test(address) &&
    !url.username &&
    !url.password
  )
    return undefined
  return { reason: 'must begin with https:// or mailto:, or with / for a page of the shop', code: 'invalid_address' }
}

function excerpt(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
