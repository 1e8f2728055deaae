/** Files that people take for CSV: workbooks, printed pages, web pages that are called .xls. Their first bytes tell. */

/** First bytes in hexadecimal. */
const FIRST_BYTES: Record<string, string> = {
  '504b0304': 'an Excel workbook, or another file in ZIP format',
  d0cf11e0: 'an Excel workbook from before 2007',
  '25504446': 'a PDF',
  '1f8b': 'compressed',
}

/** @returns what the file is if it cannot be CSV, to follow "is" */
export function otherFileThanCsv(file: Buffer): string | undefined {
  const bytes = file.subarray(0, 4).toString('hex')
  const known = Object.keys(FIRST_BYTES).find(first => bytes.startsWith(first))
  if (known) return FIRST_BYTES[known]
  const text = file.subarray(0, 100).toString().trimStart()
  if (text.startsWith('<')) return 'a web page or XML, whatever its name says'
  return /^(\[\s*)?\{/.test(text) ? 'JSON' : undefined
}
