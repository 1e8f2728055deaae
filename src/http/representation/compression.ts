import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

type Coding = 'br' | 'gzip'

/** Smaller bodies fit into one packet anyway. */
const LEAST_BYTES = 1024

/** The preferred coding that the client accepts (RFC 9110 §12.5.3). */
export function codingFor(header: string | undefined): Coding | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map(part => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return [name, !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  const accepts = (coding: Coding) => accepted.get(coding) ?? accepted.get('*') ?? false
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined
}

const compress: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  // Quality 4 is about as fast as gzip. The default, 11, takes a hundred times as long.
  br: body => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: body => promisify(gzip)(body),
}

/** A body that may be compressed, with the copies that were made of it. */
export type Compressible = { body: Buffer; copies: Map<Coding, Promise<Buffer>> }

/**
 * Chooses the copy for a client and says so in the headers. Only for bodies without secrets: the length of a compressed
 * body tells what its secrets have in common with text that an attacker chose (BREACH). Bodies that are kept as bytes are
 * compressed once (the v3 document from 238 to 24 kB, in 1.5 ms); @fastify/compress would do it for each response.
 * @returns undefined: as it is
 */
export function chooseCopy(reply: FastifyReply, { body }: Compressible): Coding | undefined {
  if (body.length < LEAST_BYTES) return undefined
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  return codingFor(reply.request.headers['accept-encoding'])
}

export async function copyOf({ body, copies }: Compressible, coding: Coding): Promise<Buffer> {
  if (!copies.has(coding)) copies.set(coding, compress[coding](body))
  return copies.get(coding)!
}
