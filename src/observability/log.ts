import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Config } from '../config.ts'

/**
 * The log: one JSON object per line. docs/logging.md lists its content.
 *
 * Two filters keep secrets out. Errors are logged without their data, because PostgreSQL names the values of a row and
 * SMTP libraries name recipients. And each line is searched before it is written, because the log also holds text of
 * others: a mail relay repeats the address that it refuses.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, name: string, to?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: { name },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
    hooks: { streamWrite: withoutSecrets },
  }
  return to ? pino(options, to) : pino(options)
}

/** Serializes an error. `loggedError` has shortened other values already; they stay as they are. */
function serializeError(error: object): object {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = stdSerializers.err(error) as Record<string, unknown>
  return { type, message, code, ...(stack !== '' && { stack }) }
}

/** An address as RFC 5321 allows it without quotes. */
const ADDRESS = /[^\s<>()[\]",:;@\\]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** The length of 256 bits in base64url. Ids are shorter. */
const TOKEN = /[\w-]{43,}/g

/** E.164, as providers of text messages repeat it. Not the end of a version (1.0+20260101). */
const PHONE = /(?<![\w.])\+[1-9]\d{6,14}(?!\d)/g

export function withoutSecrets(line: string): string {
  return line.replace(ADDRESS, '(address)').replace(PHONE, '(phone)').replace(TOKEN, '(secret)')
}
