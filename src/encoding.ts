/**
 * Detects how the text of a file was saved. Nothing in a CSV file says so, so its bytes decide: marks and zeros for UTF-16,
 * and the first bytes beyond ASCII for UTF-8 and the one-byte encodings that spreadsheets still write.
 */

/** Chosen by hand where the bytes leave it open. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'windows-1251',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Reads this many bytes from the first one beyond ASCII to decide. */
const WINDOW = 64 * 1024

/**
 * Bytes that are no text in any of these become U+FFFD. The check of each row rejects it, so the mistake has a line.
 * @param tell called with the encoding, once it is known
 */
export async function* decodedText(
  bytes: AsyncIterable<Uint8Array>,
  encoding?: Encoding,
  tell: (encoding: Encoding) => void = () => {},
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  const decode = (found: Encoding) => {
    decoder = new TextDecoder(found)
    tell(found)
    return decoder
  }
  if (encoding) decode(encoding)
  let [head, isBegun] = [Buffer.alloc(0), false]
  for await (const chunk of bytes) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    head = Buffer.concat([head, chunk])
    const found = encodingOf(head, isBegun)
    if (found === undefined) continue
    yield found === 'ascii' ? head.toString('latin1') : decode(found).decode(head, { stream: true })
    ;[head, isBegun] = [Buffer.alloc(0), true]
  }
  yield decoder ? decoder.decode() : decode(narrowEncoding(head)).decode(head)
}

/** The text of a file that is in memory. */
export function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder(wideEncoding(bytes) ?? narrowEncoding(bytes)).decode(bytes)
}

/** undefined: more bytes decide. ASCII is the same in all encodings but UTF-16. */
function encodingOf(head: Buffer, isBegun: boolean): Encoding | 'ascii' | undefined {
  const wide = isBegun ? undefined : wideEncoding(head)
  if (wide || head.length < 2) return wide
  const first = head.findIndex(byte => byte >= 0x80)
  if (first < 0) return 'ascii'
  return head.length - first >= WINDOW ? narrowEncoding(head) : undefined
}

/** The "Unicode Text" of Excel is UTF-16. A file of other programs may lack the mark, but it begins with a letter or a quote. */
function wideEncoding([first, second]: Uint8Array): Encoding | undefined {
  if (second === undefined) return undefined
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : undefined
}

const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** One wrong byte among good sequences is a mistake in a file of UTF-8. */
function narrowEncoding(window: Uint8Array): Encoding {
  const text = Buffer.from(window).toString('latin1')
  const good = text.match(SEQUENCE)?.length ?? 0
  const rest = text.replaceAll(SEQUENCE, ' ')
  const bad = count(rest, /[\x80-\xff]/g)
  if (good >= bad || text.startsWith('\xef\xbb\xbf')) return 'utf-8'
  // Letters in a row, all beyond ASCII, are of another script, and nobody knows which. The rows are refused then.
  if (/[\xc0-\xff]{4}/.test(rest)) return 'utf-8'
  if (count(rest, MAC_LETTER) > count(rest, WINDOWS_LETTER)) return 'macintosh'
  // The byte is the euro sign in ISO 8859-15, and in Windows-1252 a sign that nobody uses. ISO 8859-15 lacks the other
  // bytes.
  return /\xa4/.test(rest) && !/[\x80-\x9f]/.test(rest) ? 'iso-8859-15' : 'windows-1252'
}

/** Letters of each beside a letter, without the quotes, dashes and signs that the other one has in their place. */
const MAC_LETTER =
  /(?<=[a-z])[\x81\x83\x84\x87\x88\x8a\x8b\x8d-\x90\x98\x9a\x9b\x9d-\x9f\xa7]|[\x80\x81\x83\x85-\x88\x8a\x8d-\x90\x9a\x9d-\x9f](?=[a-z])/gi
const WINDOWS_LETTER = /(?<=[a-z])[\xc0-\xd6\xd8-\xf6\xf8-\xff]|[\xc0-\xd6\xd8-\xf6\xf8-\xff](?=[a-z])/gi

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
