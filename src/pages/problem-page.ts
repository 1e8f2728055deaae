/** An error as a page, for people whose browser asked for one. */
import type { FastifyRequest } from 'fastify'
import { type Problem, reasonsOf } from './assets/form-rules.js'
import { type Html, html } from './html.ts'
import { page } from './layout.ts'
import type { Visitor } from './visitor.ts'

/** Only who names HTML before JSON gets a page; programs, which mostly say anything, get problem details. */
export function prefersHtml(request: FastifyRequest): boolean {
  if (request.url.startsWith('/api/')) return false
  const accepted = request.headers.accept ?? ''
  const html = accepted.indexOf('text/html')
  const json = accepted.indexOf('json')
  return html >= 0 && (json < 0 || html < json)
}

export function problemPage(visitor: Visitor, problem: Problem, retryAfter?: string): Html {
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
  404: 'This page does not exist',
  500: 'Something went wrong',
  503: 'We will be right back',
}
