/** Descriptions in the files of other shops are HTML. Semel shows plain text, so markup becomes lines and characters. */
import { createRequire } from 'node:module'

/** Loads the package with the first text: at rest it would take 12 MB of each process. */
const load = createRequire(import.meta.url)

/** Elements that other shops write. `<M8>` in the name of a screw is none of them. */
const TAGS =
  'a|abbr|article|b|blockquote|br|center|code|dd|del|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|' +
  'header|hr|i|iframe|img|ins|li|link|meta|o:p|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|' +
  'sup|table|tbody|td|tfoot|th|thead|tr|u|ul|video'
const TAG = new RegExp(`</?(?:${TAGS})(?:\\s[^<>]*|/)?>`, 'i')
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

const HIDDEN = new Set(['script', 'style', 'iframe', 'video'])
const LINES = new Set('br dd dt figcaption li tr'.split(' '))
const PARAGRAPHS = new Set(
  'article blockquote center div dl figure footer h1 h2 h3 h4 h5 h6 header hr ol p pre section table ul'.split(' '),
)

/** `<p>Soft &amp; strong</p>` → `Soft & strong`. A text without markup stays as it is. */
export function textOfHtml(text: string): string {
  if (TAG.test(text)) return tidy(read(text, true))
  return REFERENCE.test(text) ? read(text, false) : text
}

/** A text that `textOfHtml` turns into this one. */
export function htmlOfText(text: string): string {
  return textOfHtml(text) === text ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** @param hasTags false: the text has references only, and each of its `<` is a sign of its own */
function read(html: string, hasTags: boolean): string {
  let text = ''
  let hidden = 0
  const breakFor = (name: string) => (PARAGRAPHS.has(name) ? '\n\n' : LINES.has(name) ? '\n' : '')
  const { Parser } = load('htmlparser2') as typeof import('htmlparser2')
  const parser = new Parser({
    ontext(part) {
      if (hidden === 0) text += hasTags ? part.replaceAll(/[ \t\r\n]+/g, ' ') : part
    },
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden++
      text += breakFor(name)
      if (name === 'li') text += '• '
      if (name === 'td' || name === 'th') text += ' '
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--
      if (name !== 'br' && name !== 'hr') text += breakFor(name)
    },
  })
  parser.end(hasTags ? html : html.replaceAll('<', '&lt;'))
  return text
}

function tidy(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/(?<=^•.*)\n{2,}(?=• )/gm, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
