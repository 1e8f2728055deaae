export type CsvRecord = { line: number; fields: string[] } | { line: number; mistake: string }

/** A field that is not closed would otherwise swallow the rest of the file, and the memory with it. */
const LONGEST = 1024 * 1024

/**
 * Reads CSV (RFC 4180) piece by piece: quoted fields may hold commas, doubled quotes and line breaks; lines may end in
 * LF, CR LF or CR. Empty lines are passed over. Each record knows the line that it begins on.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let fields: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let mistake: string | undefined
  let line = 1
  let began = 1
  let size = 0
  let wasReturn = false

  const end = (): CsvRecord | undefined => {
    const empty = fields.length === 0 && state === 'start'
    fields.push(field)
    const record = mistake === undefined ? { line: began, fields } : { line: began, mistake }
    fields = []
    field = ''
    state = 'start'
    mistake = undefined
    size = 0
    began = line
    return empty ? undefined : record
  }

  for await (const chunk of text) {
    for (const character of chunk) {
      const isBreak = character === '\n' || character === '\r'
      if (isBreak && !(character === '\n' && wasReturn)) line++
      const secondHalf = character === '\n' && wasReturn
      wasReturn = character === '\r'
      if (++size > LONGEST && !isBreak) {
        mistake ??= `is longer than ${LONGEST} characters`
        if (state === 'quoted') {
          yield { line: began, mistake: `${mistake}; perhaps a quote is not closed, so the rest is not read` }
          return
        }
        fields = []
        field = ''
        state = 'plain'
        continue
      }
      if (state === 'quoted') {
        if (character === '"') state = 'closed'
        else field += character
      } else if (isBreak) {
        if (secondHalf) {
          began = line
          size = 0
          continue
        }
        const record = end()
        if (record) yield record
      } else if (character === ',') {
        fields.push(field)
        field = ''
        state = 'start'
      } else if (state === 'closed') {
        if (character === '"') {
          field += '"'
          state = 'quoted'
        } else mistake ??= 'has text after a closing quote'
      } else if (character === '"' && state === 'start') {
        state = 'quoted'
      } else {
        if (character === '"') mistake ??= 'has a quote inside a field that is not quoted'
        field += character
        state = 'plain'
      }
    }
  }
  if (state === 'quoted') mistake ??= 'has a quote that is not closed'
  const last = end()
  if (last) yield last
}
