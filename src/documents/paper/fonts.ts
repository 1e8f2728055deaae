/**
 * The fonts of one PDF. Noto Sans draws what it can; each other file is cut down to the letters that the paper has from it, at one
 * weight. PDFs know neither WOFF2 nor variable fonts, so the cut is made before drawing.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EMPTY_LETTERS } from './glyph-texts.ts'
import { type FontFile, fontFilesOf, fontPathOf } from './letters.ts'
import { PARTS_OF_VOWEL } from './thai-vowels.ts'

const FACES = { regular: '400Regular/NotoSans_400Regular.ttf', bold: '700Bold/NotoSans_700Bold.ttf' }
const WEIGHTS = { regular: 400, bold: 700 }
export type Face = keyof typeof FACES

/** A piece of a text that one font draws. */
export type Run = { text: string; font: string }

/** A mark, a joiner or a variation selector is drawn with the letter before it. */
const FOLLOWS = /\p{M}|\u200c|\u200d/u
const IS_PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0f/u
const IS_INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** The font in use, as pdfkit keeps it; its types leave it out. */
type FontInUse = {
  _font: {
    ascender: number
    font: { hasGlyphForCodePoint(point: number): boolean }
  }
}

const FACE_NAMES = ['regular', 'bold'] as const

export class Fonts {
  readonly #pdf: PDFKit.PDFDocument
  readonly #inMain = new Map<string, boolean>()
  /** Font that draws a letter of a file, by `faceKey`; null: the file lacks it. */
  readonly #drawnBy = new Map<string, string | null>()

  private constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  /** @param texts by face, all that will be drawn */
  static async register(pdf: PDFKit.PDFDocument, texts: Record<Face, readonly string[]>): Promise<Fonts> {
    const main = await readMainFonts()
    for (const face of FACE_NAMES) pdf.registerFont(face, main[face])
    const fonts = new Fonts(pdf)
    for (const face of FACE_NAMES)
      await fonts.#registerForeign(
        face,
        texts[face].map(text => fonts.drawn(text)),
      )
    return fonts
  }

  /** Tests whether Noto Sans draws all of a text, from left to right. */
  isPlain(text: string): boolean {
    return [...text].every(letter => this.#mainHas(letter))
  }

  /**
   * Composed, so that Hangul and accents that were typed as separate letters find their glyphs. Pictures that no font has are left out.
   * Other letters that no font has get a sign in their place: the box of a font has no text, and ISO 19005-3, 6.2.11.8 forbids it.
   */
  drawn(text: string): string {
    const composed = text.normalize('NFC')
    return this.#filesOf(composed, 'regular')
      .map(({ letter, file }) => (file || letter === '\n' || this.#mainHas(letter) ? letter : standInFor(letter)))
      .join('')
  }

  runsOf(text: string, face: Face): Run[] {
    const runs: Run[] = []
    for (const { letter, file } of this.#filesOf(text, face)) {
      const font = (file && this.#drawnBy.get(keyOf(letter, file, face))) ?? face
      const last = runs.at(-1)
      if (last?.font === font) last.text += letter
      else runs.push({ text: letter, font })
    }
    return runs
  }

  /** Height that the letters reach, as a part of their size. Fonts beside Noto Sans share its line. */
  get ascent(): number {
    return fontOf(this.#pdf, 'regular').ascender / 1000
  }

  width(runs: readonly Run[], size: number): number {
    const widths = runs.map(({ text, font }) => this.#pdf.font(font).fontSize(size).widthOfString(text))
    return widths.reduce((sum, width) => sum + width, 0)
  }

  /** Works in rounds, because a letter that its first file lacks is looked for in the next. */
  async #registerForeign(face: Face, texts: readonly string[]): Promise<void> {
    for (let round = 0; ; round++) {
      const wanted = this.#undecided(face, texts)
      if (wanted.size === 0) return
      for (const [file, letters] of wanted) {
        const font = `${face} ${file} ${round}`
        this.#pdf.registerFont(font, await cutFont(file, [...letters].join(''), WEIGHTS[face]))
        for (const letter of letters)
          this.#drawnBy.set(keyOf(letter, file, face), has(this.#pdf, font, letter) ? font : null)
      }
    }
  }

  #undecided(face: Face, texts: readonly string[]): Map<FontFile, Set<string>> {
    const letters = new Map<FontFile, Set<string>>()
    for (const { letter, file } of texts.flatMap(text => this.#filesOf(text, face)))
      if (file && !this.#drawnBy.has(keyOf(letter, file, face)))
        letters.set(file, (letters.get(file) ?? new Set()).add(letter))
    return letters
  }

  /** The file of each letter that Noto Sans lacks. */
  #filesOf(text: string, face: Face): { letter: string; file: FontFile | undefined }[] {
    let file: FontFile | undefined
    return [...text].map(letter => {
      const isNotRefused = (one: FontFile) => this.#drawnBy.get(keyOf(letter, one, face)) !== null
      if (!(file && FOLLOWS.test(letter) && isNotRefused(file)))
        file = this.#mainHas(letter) ? undefined : fontFilesOf(letter, text).find(isNotRefused)
      return { letter, file }
    })
  }

  #mainHas(letter: string): boolean {
    const known = this.#inMain.get(letter)
    if (known !== undefined) return known
    const isThere = has(this.#pdf, 'regular', letter)
    this.#inMain.set(letter, isThere)
    return isThere
  }
}

function standInFor(letter: string): string {
  if (/\s/u.test(letter)) return ' '
  return IS_PICTURE.test(letter) || IS_INVISIBLE.test(letter) ? '' : '\ufffd'
}

function keyOf(letter: string, file: FontFile, face: Face): string {
  return `${face} ${file} ${letter}`
}

function fontOf(pdf: PDFKit.PDFDocument, name: string): FontInUse['_font'] {
  return (pdf.font(name) as unknown as FontInUse)._font
}

/** A font that was cut to nothing has an empty table of letters, which is an error to fontkit. */
function has(pdf: PDFKit.PDFDocument, name: string, letter: string): boolean {
  try {
    return fontOf(pdf, name).font.hasGlyphForCodePoint(letter.codePointAt(0)!)
  } catch {
    return false
  }
}

let files: Promise<Record<Face, Buffer>> | undefined

/** Read with the first document: most processes never draw one. */
function readMainFonts(): Promise<Record<Face, Buffer>> {
  const read = (face: Face) =>
    readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${FACES[face]}`)))
  files ??= Promise.all([read('regular'), read('bold')]).then(([regular, bold]) => ({ regular, bold }))
  return files
}

async function cutFont(file: FontFile, letters: string, weight: number): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await readFile(fontPathOf(file)), letters + EMPTY_LETTERS + PARTS_OF_VOWEL, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  })
}
