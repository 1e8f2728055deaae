/**
 * The message after a form that led to another page: "Saved." A cookie carries it to that page, with and without
 * JavaScript. It holds the key of a text that a form declares, or a text with a signature, so nobody can put words on a
 * page with it.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { derive, sameSecret } from '../secrets/crypto.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs messages. */
    messageKey: Buffer
  }
}

const COOKIE = 'semel_done'
const texts = new Map<string, string>()

/** The key of a text. Every form declares its text when its route is added, so each process knows all keys. */
export function doneKey(text: string): string {
  const key = createHash('sha256').update(text).digest('base64url').slice(0, 10)
  texts.set(key, text)
  return key
}

export function leaveDone(reply: FastifyReply, text: string): void {
  leave(reply, doneKey(text))
}

/**
 * Leaves a text with parts from the answer of an operation. It is signed, because no process knows it beforehand.
 * @param formId of the form that the text replaces: a second press of its button would find it empty
 */
export function leaveSaid(reply: FastifyReply, text: string, formId = ''): void {
  const content = `${formId} ${text}`
  leave(reply, `${Buffer.from(content).toString('base64url')}.${derive(reply.server.messageKey, 'message', content)}`)
}

function leave(reply: FastifyReply, value: string): void {
  reply.header('set-cookie', `${COOKIE}=${value}; Path=/; Max-Age=60; SameSite=Lax`)
}

/** The message for the page that is being rendered. */
export function readDone(request: FastifyRequest): string | undefined {
  return read(request)?.text
}

/** The form in whose place the message is. */
export function formDone(request: FastifyRequest): string | undefined {
  return read(request)?.formId
}

function read({ method, cookies, server }: FastifyRequest): { text: string | undefined; formId?: string } | undefined {
  const value = method === 'GET' ? cookies?.[COOKIE] : undefined
  const [key = '', signature] = value?.split('.') ?? []
  if (signature === undefined) return { text: texts.get(key) }
  const content = Buffer.from(key, 'base64url').toString()
  if (!sameSecret(signature, derive(server.messageKey, 'message', content))) return undefined
  const end = content.indexOf(' ')
  return { formId: content.slice(0, end), text: content.slice(end + 1) }
}

/** Once a page has shown the message, the next page must not. */
export function clearDone(reply: FastifyReply): void {
  if (!readDone(reply.request)) return
  reply.header('set-cookie', `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
}
