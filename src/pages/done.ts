/**
 * The message after a form that led to another page: "Saved." A cookie carries it to that page, with and without
 * JavaScript. The cookie holds only the key of a text that a form declares, so nobody can put words on a page with it.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'semel_done'
const texts = new Map<string, string>()

/** The key of a text. Every form declares its text when its route is added, so each process knows all keys. */
export function doneKey(text: string): string {
  const key = createHash('sha256').update(text).digest('base64url').slice(0, 10)
  texts.set(key, text)
  return key
}

export function leaveDone(reply: FastifyReply, text: string): void {
  reply.header('set-cookie', `${COOKIE}=${doneKey(text)}; Path=/; Max-Age=60; SameSite=Lax`)
}

/** The message for the page that is being rendered. */
export function readDone(request: FastifyRequest): string | undefined {
  const key = request.method === 'GET' ? request.cookies?.[COOKIE] : undefined
  return key && texts.get(key)
}

/** Once a page has shown the message, the next page must not. */
export function clearDone(reply: FastifyReply): void {
  if (!readDone(reply.request)) return
  reply.header('set-cookie', `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
}
