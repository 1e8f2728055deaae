/** NDJSON: one object on each line, as in the API. */
type JsonRow = { line: number; value: unknown } | { line: number; mistake: string }

/** A line without end would otherwise fill the memory. */
const MAX_LINE = 1024 * 1024

export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  let number = 0
  for await (const line of lines(text)) {
    number++
    if (line === undefined) yield { line: number, mistake: `is longer than ${MAX_LINE} characters` }
    else if (line.trim() !== '') yield jsonRow(number, line)
  }
}

function jsonRow(line: number, text: string): JsonRow {
  try {
    return { line, value: JSON.parse(text) }
  } catch (error) {
    return { line, mistake: `is not valid JSON: ${(error as Error).message}` }
  }
}

/** @yields undefined for a line that is too long to keep */
async function* lines(text: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let rest: string | undefined = ''
  for await (const chunk of text) {
    const parts: string[] = chunk.split('\n')
    for (const [index, part] of parts.entries()) {
      if (rest !== undefined) rest = rest.length + part.length > MAX_LINE ? undefined : rest + part
      if (index === parts.length - 1) break
      yield rest
      rest = ''
    }
  }
  yield rest
}
