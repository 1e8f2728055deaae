import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Config } from '../config.ts'

/**
 * The log: one JSON object a line. docs/logging.md says what stands in it and what never does.
 *
 * Two nets keep secrets out. Errors are told by what happened, not by what was in hand: PostgreSQL names the values of a
 * row, SMTP libraries the recipients. And because other people's words go into the log as well (a relay repeats the
 * address it refuses), each line is looked through before it is written.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, name: string, to?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: { name },
    serializers: { err: told },
    hooks: { streamWrite: withoutSecrets },
  }
  return to ? pino(options, to) : pino(options)
}

function told(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error) as Record<string, unknown>
  return { type, message, code, stack }
}

/** An address as RFC 5321 lets it be written without quotes; and what is as long as 256 bits in base64url. Ids are shorter. */
const ADDRESS = /[^\s<>()[\]",:;@\\]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const TOKEN = /[\w-]{43,}/g

export function withoutSecrets(line: string): string {
  return line.replace(ADDRESS, '(address)').replace(TOKEN, '(secret)')
}
