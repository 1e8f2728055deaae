/**
 * A PDF that is kept for years and read aloud: PDF/A-3a (ISO 19005-3), so tagged, with its fonts, colours and metadata inside. pdfkit
 * writes most of that. This file mends what pdfkit leaves open, on its instances and through its methods (docs/decisions/060).
 */
import PDFDocument from 'pdfkit'
import { type EmbeddedFont, giveTexts, mapToUnicode } from './glyph-texts.ts'

type About = { title: string; author: string; language: string; at: Date }

/** A file inside the PDF, such as an invoice as XML. */
type EmbeddedFile = {
  name: string
  /** Media type, which ISO 19005-3, 6.8 asks for. */
  type: string
  content: Buffer
  /** Relates the file to the paper: the same in another form, or the source of it. */
  relationship: 'Alternative' | 'Data' | 'Source'
  description: string
  at: Date
}

/** Parts of pdfkit that its types leave out. */
type Internals = {
  info: Record<string, unknown>
  _font: EmbeddedFont | null
  _fontFamilies: Record<string, EmbeddedFont>
  _addInfo(): void
  ref(data: object): PDFKit.PDFKitReference
  appendXML(xml: string): void
}

const prepared = new WeakSet<EmbeddedFont>()

export class ArchivePdf extends PDFDocument {
  constructor({ title, author, language, at }: About) {
    super({
      size: 'A4',
      margin: 0,
      font: null as never,
      lang: language,
      displayTitle: true,
      tagged: true,
      subset: 'PDF/A-3a',
      // ISO 19005-3 builds upon PDF 1.7.
      pdfVersion: '1.7',
      bufferPages: true,
      info: {
        Title: title,
        Author: author,
        Producer: 'Semel',
        Creator: 'Semel',
        CreationDate: at,
        ModDate: at,
        // The metadata says it, too. Poppler looks here.
        ...({ GTS_PDFA1Version: 'PDF/A-3a:2012' } as object),
      },
    })
  }

  embed({ content, relationship, at, ...file }: EmbeddedFile): void {
    const options = { ...file, relationship, creationDate: at, modifiedDate: at }
    // pdfkit knows the relationship, and its types do not.
    this.file(content, options)
  }

  /** @param metadata about the file, as elements of RDF, for formats that ask for them */
  describe(metadata: string): void {
    this.#internals.appendXML(metadata)
  }

  override font(source: PDFKit.Mixins.PDFFontSource, size?: number): this
  override font(source: PDFKit.Mixins.PDFFontSource, family: string, size?: number): this
  override font(...args: unknown[]): this {
    super.font(...(args as [string]))
    const font = this.#internals._font
    if (font && !prepared.has(font)) giveTexts(font)
    if (font) prepared.add(font)
    return this
  }

  /** Called by pdfkit, which would write a title with `&` or `<` into the XML as it is. */
  _addInfo(): void {
    const { info } = this.#internals
    this.#internals.info = Object.fromEntries(Object.entries(info).map(([key, value]) => [key, escapeXml(value)]))
    // @ts-expect-error: the types leave it out
    super._addInfo()
    this.#internals.info = info
  }

  override end(): void {
    for (const font of Object.values(this.#internals._fontFamilies))
      font.toUnicodeCmap = () => {
        const map = this.#internals.ref({})
        map.end(Buffer.from(mapToUnicode(font.unicode)))
        return map
      }
    super.end()
  }

  get #internals(): Internals {
    return this as unknown as Internals
  }
}

function escapeXml(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
