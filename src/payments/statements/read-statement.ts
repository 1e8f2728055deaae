/** Reads the file of a bank, whichever format it has. */
import { isUtf8 } from 'node:buffer'
import { readCamt } from './camt.ts'
import { type Statement, UnreadableStatement } from './entry.ts'
import { readMt940 } from './mt940.ts'

/** @throws UnreadableStatement */
export function readStatement(bytes: Buffer): Statement {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw new UnreadableStatement('This is a ZIP file. Unpack it, and upload the files in it one by one.')
  const text = textOf(bytes).replace(/^\uFEFF/, '')
  return /^\s*</.test(text) ? readCamt(text) : readMt940(text)
}

/** Banks write UTF-8 or an old character set of Western Europe; XML says which (XML 1.0, 4.3.3). */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.subarray(0, 200).toString('latin1'),
  )?.[1]
  if (isUtf8(bytes) && !/^(utf-?16|iso-8859-(?!1$|15$))/i.test(declared ?? '')) return bytes.toString()
  try {
    return new TextDecoder(declared && !/^utf-?8$/i.test(declared) ? declared : 'windows-1252').decode(bytes)
  } catch {
    throw new UnreadableStatement(`The character set ${declared} is not known.`)
  }
}
