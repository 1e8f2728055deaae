/** How a file was saved: UTF-8 or UTF-16, and what separates its cells. Nothing in a CSV file says so, so its beginning decides. */
import { countColumns } from './columns.ts'

/** Bytes that are not UTF-8 become U+FFFD. The check of each row rejects it, so the mistake has a line. */
export async function* decodedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < 2) continue
    decoder = new TextDecoder(encodingOf(head))
    yield decoder.decode(head, { stream: true })
  }
  yield decoder ? decoder.decode() : head.toString()
}

/** The "Unicode Text" of Excel is UTF-16. A file of other programs may lack the mark, but it begins with a letter or a quote. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

/** The first line is looked for in this many characters. */
const MAX_HEAD = 64 * 1024
const DELIMITERS = [',', ';', '\t', '|']

/** The text with its delimiter: the one that spreadsheets hide in a first line `sep=;`, or the one that finds most columns. */
export async function detectDelimiter(text: AsyncIterable<string>) {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  while (head.length < MAX_HEAD && !/[^\r\n][\r\n]/.test(head)) {
    const { done, value } = await source.next()
    if (done) break
    head += value
  }
  const [firstLine = ''] = /[^\r\n]+/.exec(head) ?? []
  const [, separator] = SEPARATOR_LINE.exec(firstLine) ?? []
  const split = DELIMITERS.map(delimiter => ({ delimiter, cells: firstLine.split(delimiter) }))
  const ranked = split.map(({ delimiter, cells }) => ({
    delimiter,
    rank: [countColumns(cells), cells.length] as const,
  }))
  const [best] = ranked.toSorted(({ rank: a }, { rank: b }) => b[0] - a[0] || b[1] - a[1])
  const whole = async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { text: whole(), delimiter: separator || best!.delimiter }
}

export const SEPARATOR_LINE = /^"?sep=(.?)"?$/i

/** Where cells are separated by semicolons, a comma begins the decimals; tabs leave it open. */
export function decimalSignOf(delimiter: string): string {
  return { ',': '.', ';': ',' }[delimiter] ?? ''
}
