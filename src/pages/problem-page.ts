/** An error as a page, for people whose browser asked for one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from './assets/form-rules.js'
import { reasonsOf } from './assets/form-words.js'
import { type Html, html } from './html.ts'
import { page } from './layout.ts'
import { sendPage, type Visitor } from './visitor.ts'

/** Answers with a page when the client is a person's browser; undefined: problem details are wanted. */
export function showProblem(request: FastifyRequest, reply: FastifyReply, problem: Shown, above?: string) {
  if (!prefersHtml(request)) return undefined
  // Asked for anew, what a form had posted: the page that the form stands on is above it.
  return above ? reply.redirect(above, 303) : sendProblemPage(request, reply, problem)
}

type Shown = { status: number; title: string; message: string; headers: Record<string, string> }

async function sendProblemPage(request: FastifyRequest, reply: FastifyReply, problem: Shown) {
  const { status, title, message: detail, headers } = problem
  // What broke the page may break this too, the database for one: then the frame is that of a stranger.
  const visitor = await request.server.visitorOf(request, reply).catch(() => ({ path: request.url }))
  const page = problemPage(visitor, { status, title, detail, requestId: request.id }, headers['retry-after'])
  return sendPage(reply.headers(headers), page, status)
}

/** Programs mostly accept anything, and get problem details; only who names HTML first gets a page. */
function prefersHtml(request: FastifyRequest): boolean {
  if (request.url.startsWith('/api/')) return false
  const accepted = request.headers.accept ?? ''
  const html = accepted.indexOf('text/html')
  const json = accepted.indexOf('json')
  return html >= 0 && (json < 0 || html < json)
}

function problemPage(visitor: Visitor, problem: Problem, retryAfter: string | undefined): Html {
  const title = TITLES[problem.status] ?? problem.title
  return page({
    title,
    visitor,
    width: 'narrow',
    main: html`<p class="status-number" aria-hidden="true">${problem.status}</p>
      <h1>${title}</h1>
      ${reasonsOf(problem, retryAfter).map(({ reason }) => html`<p class="lede">${reason}</p>`)}
      <p class="row"><a class="button" href="/">Home</a> <a class="button quiet" href="/products">Products</a></p>`,
  })
}

const TITLES: Record<number, string> = {
  403: "You don't have access",
  404: 'This page does not exist',
  500: 'Something went wrong',
  503: 'We will be right back',
}
