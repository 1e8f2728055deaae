/**
 * Styles, scripts and pictures, read once and served from memory. The address contains the hash of the content, so a
 * browser can cache a file forever and never shows a stale one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problems.ts'
import { DEFAULT_PALETTE, isDefaultPage, type Palette, paletteStyle } from '../shop/look/palette.ts'
import { isLanguage, type Language } from '../words/languages.ts'
import { formSingulars, formWords } from '../words/words.ts'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The parts of the style of all pages. */
const SHOWN_EVERYWHERE = [
  'colors',
  'base',
  'layout',
  'header',
  'footer',
  'components',
  'buttons',
  'notices',
  'forms',
  'tables',
  'product-picture',
  'catalogue',
  'home',
  'orders',
  'console',
]

/** Two style sheets, because a page loads one. Order matters: media queries for user preferences come last. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  'style.css': [...SHOWN_EVERYWHERE, 'compact', 'media'],
  // Semel's own pages: the console, the reference, the inbox.
  'console.css': [...SHOWN_EVERYWHERE, 'console-frame', 'console-lists', 'dev', 'reference', 'media'],
}

type Asset = {
  readonly address: string
  readonly type: string
  readonly content: Buffer
  /** Compressed on the first request, because commands and workers serve no pages. */
  packed?: Buffer
}

/** The scripts of a page are sent as one, without imports. Each comes before those that import it. */
const SCRIPTS = [
  '../../words/translate.js',
  'page-words.js',
  'form-rules.js',
  'form-errors.js',
  'dom.js',
  'draft.js',
  'confirm.js',
  'asked.js',
  'rows.js',
  'activate.js',
  'live.js',
  'form-send.js',
  'pictures.js',
  'form-show.js',
  'show-anew.js',
  'renew.js',
  'counter.js',
  'filters.js',
  'place.js',
  'passkey.js',
  'second-factor.js',
  'scan.js',
  'suggest.js',
  'unsaved.js',
  'save-all.js',
  'zoom.js',
  'enhance.js',
] as const

/** Comments on lines of their own, which would be 7 of 24 kB that a first visit loads. */
const COMMENTS = /^ *(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)\n/gm

/**
 * The style sheet loads them. Figtree is variable, so one file has every weight, in 20 kB; the second has the rarer letters of
 * Latin. The fonts of the system gave each platform another look, and a font service would see every visitor.
 */
const FONTS = ['figtree-latin-wght-normal.woff2', 'figtree-latin-ext-wght-normal.woff2'] as const
const FILES = [...FONTS, 'style.css', 'console.css', 'mark.svg'] as const
const assets = new Map<string, Asset>()
for (const name of FILES) assets.set(name, load(name))
/** Those that were asked for: each loads the words of its language. */
const scripts = new Map<string, Asset>()

function scriptOf(language: Language, isConsole: boolean): Asset {
  const stem = `${isConsole ? 'console' : 'page'}-${language}`
  const known = scripts.get(stem) ?? asset(stem, 'js', Buffer.from(bundle(language, isConsole)))
  scripts.set(stem, known)
  return known
}

export function assetAddress(name: (typeof FILES)[number]): string {
  return assets.get(name)!.address
}

/** The script of a page, with the words of its language. The console's has the refusals that staff read too. */
export function scriptAddress(language: Language, { isConsole = false } = {}): string {
  return scriptOf(language, isConsole).address
}

/** The style of the pages of a shop with its colors, in one file: each request costs a visitor a moment. */
export function shopStyleAddress({ darkPages, ...palette }: Palette & { darkPages: boolean }): string {
  if (isDefault(palette) && darkPages) return assetAddress('style.css')
  const { accent, backgroundColor, textColor } = palette
  const colors = isDefaultPage(palette) ? [accent] : [accent, backgroundColor, textColor]
  const code = `${colors.map(color => color.slice(1)).join('-')}${darkPages ? '' : LIGHT}`
  return `${SHOP_STYLES}/${code}.${hashOf(assets.get('style.css')!.content)}.css`
}

function isDefault(palette: Palette): boolean {
  return isDefaultPage(palette) && palette.accent === DEFAULT_PALETTE.accent
}

const SHOP_STYLES = '/assets/accent'

/** Ends the name of colors that stay light at night. */
const LIGHT = '-light'

export function serveAssets(app: FastifyInstance): void {
  for (const asset of assets.values()) {
    app.get(asset.address, (request, reply) => send(request, reply.header('cache-control', FOREVER), asset))
  }
  serveShopStyles(app)
  serveScripts(app)
}

/** Each process can answer. Another version, during an upgrade, may have made the address. */
function serveScripts(app: FastifyInstance): void {
  app.get('/assets/:script', (request, reply) => {
    const { script } = request.params as { script: string }
    const [, place, language] = /^(page|console)-(\w+)\./.exec(script) ?? []
    const known = isLanguage(language) ? scriptOf(language, place === 'console') : undefined
    if (known?.address !== `/assets/${script}`) throw new Problem('not_found')
    return send(request, reply.header('cache-control', FOREVER), known)
  })
}

const FOREVER = 'public, max-age=31536000, immutable'

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const { type, content } = asset
  reply.type(type).header('vary', 'Accept-Encoding')
  if (type === TYPES.woff2 || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(content)
  asset.packed ??= brotliCompressSync(content)
  return reply.header('content-encoding', 'br').send(asset.packed)
}

/** Colors that visitors asked for last. Anybody can ask for others, so there are few. */
const shopStyles = new Map<string, Asset>()
const MOST_KEPT = 20

/** The address says the colors, so every process can answer. During an upgrade, another version may have made the address. */
function serveShopStyles(app: FastifyInstance): void {
  const base = assets.get('style.css')!.content
  app.get(`${SHOP_STYLES}/:name`, (request, reply) => {
    const [code = '', hash, ending, ...more] = (request.params as { name: string }).name.split('.')
    const style = ending === 'css' && more.length === 0 ? shopStyle(code, base.toString()) : undefined
    if (style === undefined) throw new Problem('not_found')
    const known = shopStyles.get(code) ?? asset(code, 'css', Buffer.from(style))
    shopStyles.delete(code)
    shopStyles.set(code, known)
    if (shopStyles.size > MOST_KEPT) shopStyles.delete(shopStyles.keys().next().value!)
    return send(request, reply.header('cache-control', hash === hashOf(base) ? FOREVER : 'no-cache'), known)
  })
}

/** @returns undefined for colors that no shop has, and for those of style.css itself */
function shopStyle(code: string, base: string): string | undefined {
  const isLight = code.endsWith(LIGHT)
  const palette = paletteIn(isLight ? code.slice(0, -LIGHT.length) : code)
  const colors = isLight && palette && isDefault(palette) ? '' : palette && paletteStyle(palette)
  if (colors === undefined || !isLight) return colors && colors + base
  return (colors + base)
    .replaceAll(/\(prefers-color-scheme: ?dark\)/g, 'not all')
    .replace('color-scheme: light dark', 'color-scheme: light')
}

/** @returns undefined for a code of another form */
function paletteIn(code: string): Palette | undefined {
  if (!/^[0-9a-f]{6}(?:-[0-9a-f]{6}-[0-9a-f]{6})?$/.test(code)) return undefined
  const [accent, background, text] = code.split('-').map(color => `#${color}`)
  const { backgroundColor, textColor } = DEFAULT_PALETTE
  return { accent: accent!, backgroundColor: background ?? backgroundColor, textColor: text ?? textColor }
}

function load(name: string): Asset {
  const [stem, ending] = name.split('.') as [string, string]
  return asset(stem, ending, ending === 'woff2' ? readFileSync(fontFile(name)) : Buffer.from(linked(name)))
}

function asset(stem: string, ending: string, content: Buffer): Asset {
  return { address: `/assets/${stem}.${hashOf(content)}.${ending}`, type: TYPES[ending]!, content }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12)
}

/** Each script becomes a function, so that its names stay its own, and its exports an object that the later ones read. */
function bundle(language: Language, isConsole = false): string {
  const parts = SCRIPTS.map(name => {
    const source = readAsset(name).replaceAll(COMMENTS, '')
    const text = name === 'page-words.js' ? withWords(source, language, isConsole) : source
    const names = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name)
    const body = text
      .replaceAll(
        /^import \{([^}]+)\} from '([\w./-]+)'$/gm,
        (_, names, from) => `const {${names.replaceAll(' as ', ': ')}} = ${variable(from)}`,
      )
      .replaceAll(/^export /gm, '')
    return `const ${variable(name)} = (() => {\n${body}\nreturn { ${names.join(', ')} }\n})()\n`
  })
  return parts.join('')
}

function variable(name: string): string {
  return `_${basename(name, '.js').replaceAll('-', '_')}`
}

function withWords(text: string, language: Language, isConsole: boolean): string {
  const words = JSON.stringify(formWords(language, { isConsole }))
  const singulars = JSON.stringify(formSingulars({ isConsole }))
  return text
    .replace('const WORDS = {}', () => `const WORDS = ${words}`)
    .replace('const SINGULARS = {}', () => `const SINGULARS = ${singulars}`)
}

function fontFile(name: string): URL {
  return new URL(import.meta.resolve(`@fontsource-variable/figtree/files/${name}`))
}

/** The text of a file with the hashed addresses of the files that it loads. */
function linked(name: string): string {
  const parts = STYLES[name]
  const text = parts ? parts.map(part => readAsset(`style/${part}.css`)).join('') : readAsset(name)
  return text.replace(/(['"])\.\/([\w-]+\.woff2)\1/g, (_, quote, loaded) => quote + assets.get(loaded)!.address + quote)
}

function readAsset(name: string): string {
  return readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')
}
