/** Errors as pages, for clients that ask for HTML. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../html/html.ts'
import { UNSET } from '../shop/settings.ts'
import type { Text } from '../words/text.ts'
import { inLanguage, t, translated } from '../words/words.ts'
import { reasonsOf } from './assets/form-errors.js'
import type { Problem } from './assets/form-rules.js'
import { readerOf } from './language.ts'
import { page } from './layout.ts'
import { sendPage, type Visitor } from './visitor.ts'

/**
 * Responds with a page when a browser asked; undefined: the client wants problem details.
 * @param frame the layout of a part of the site that has its own; undefined: that of the shop
 */
export function showProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Shown,
  above?: string,
  frame?: Frame,
) {
  if (request.url.startsWith('/api/') || !prefersHtml(request.headers.accept)) return undefined
  // A reload of an address that only takes posts leads to the page above, which holds the form. Filters and pages of a list
  // are chosen there too, after a form was sent without JavaScript.
  const query = request.url.slice(request.url.split('?')[0]!.length)
  return above ? reply.redirect(above + query, 303) : sendProblemPage(request, reply, problem, frame)
}

/** Puts the content of a page into a layout, if the visitor is in its part of the site. */
type Frame = (visitor: Visitor, title: string, main: Html) => Html | undefined

type Shown = { status: number; code?: string; title: string; message: string; headers: Record<string, string> }

async function sendProblemPage(request: FastifyRequest, reply: FastifyReply, problem: Shown, frame?: Frame) {
  const { status, code, title, message: detail, headers } = problem
  // The cause of the error (a database that is away) can hide the visitor too. Then the page is for a guest.
  const visitor: Visitor = await request.server.visitorOf(request, reply).catch(() => request.server.guestOf(request))
  const shownProblem = { status, title, detail, requestId: request.id, ...(code && { code }) }
  const reader = readerOf(request, visitor.shop ?? UNSET, visitor.user?.locale)
  const shown = inLanguage(
    reader.language,
    () => problemPage(visitor, shownProblem, headers['retry-after'], frame),
    reader,
  )
  return sendPage(reply.headers(headers), shown, status)
}

/** Browsers name HTML and rank it first. Most programs accept anything, or rank JSON first (RFC 9110 §12.5.1). */
function prefersHtml(accept = ''): boolean {
  const ranges = accept.split(',').map(range => {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    return { type, quality: weight ? Number(weight.slice(2)) : 1 }
  })
  const named = ranges.filter(({ type, quality }) => quality > 0 && (type === 'text/html' || type.endsWith('json')))
  return named.sort((a, b) => b.quality - a.quality)[0]?.type === 'text/html'
}

function problemPage(visitor: Visitor, problem: Problem, retryAfter: string | undefined, frame?: Frame): Html {
  const title = TITLES[problem.status] ?? 'That did not work'
  const main = html`<p class="status-number" aria-hidden="true">${problem.status}</p>
      <h1>${translated(title)}</h1>
      ${reasonsOf(problem, retryAfter).map(({ reason }) => html`<p class="lede">${translated(reason)}</p>`)}`
  const ways = html`<p class="row"><a class="button" href="/">${t('Home')}</a>
    <a class="button quiet" href="/products">${t('Products')}</a></p>`
  return frame?.(visitor, title, main) ?? page({ title, visitor, width: 'narrow', main: html`${main}${ways}` })
}

const TITLES: Record<number, Text> = {
  400: 'We cannot read this request',
  401: 'Sign in to continue',
  403: "You don't have access",
  404: 'This page does not exist',
  408: 'That took too long',
  413: 'That is too large',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'We will be right back',
}
