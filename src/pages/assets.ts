/**
 * Styles, scripts and pictures, read once and served from memory. The address contains the hash of the content, so a
 * browser can cache a file forever and never shows a stale one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The parts of style.css. Order matters: media queries for user preferences come last. */
const STYLE = [
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
  'console-frame',
  'dev',
  'reference',
  'media',
]

type Asset = {
  readonly address: string
  readonly type: string
  readonly content: Buffer
  /** Compressed on the first request, because commands and workers serve no pages. */
  packed?: Buffer
}

/** Imports come before their importers, because the hash of a file depends on the addresses it imports. */
const SCRIPTS = [
  'form-rules.js',
  'form-errors.js',
  'dom.js',
  'draft.js',
  'confirm.js',
  'activate.js',
  'live.js',
  'form-send.js',
  'form-show.js',
  'passkey.js',
  'suggest.js',
  'enhance.js',
] as const
/**
 * The style sheet loads them. Figtree is variable, so one file has every weight, in 20 kB; the second has the rarer letters of
 * Latin. The fonts of the system gave each platform another look, and a font service would see every visitor.
 */
const FONTS = ['figtree-latin-wght-normal.woff2', 'figtree-latin-ext-wght-normal.woff2'] as const
const FILES = [...SCRIPTS, ...FONTS, 'style.css', 'mark.svg'] as const
const assets = new Map<string, Asset>()
for (const name of FILES) assets.set(name, load(name))

export function assetAddress(name: (typeof FILES)[number]): string {
  return assets.get(name)!.address
}

/** The imports of enhance.js. Pages preload them, so that the browser fetches all scripts at once. */
export const IMPORTED_SCRIPTS = SCRIPTS.slice(0, -1).map(name => assetAddress(name))

export function serveAssets(app: FastifyInstance): void {
  for (const asset of assets.values()) {
    const { address, type, content } = asset
    app.get(address, (request, reply) => {
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'Accept-Encoding')
      if (type === TYPES.woff2 || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(content)
      asset.packed ??= brotliCompressSync(content)
      return reply.header('content-encoding', 'br').send(asset.packed)
    })
  }
  // Browsers request this address even when the page names another icon.
  app.get('/favicon.ico', (_, reply) => reply.redirect(assetAddress('mark.svg'), 302))
}

function load(name: string): Asset {
  const [stem, ending] = name.split('.') as [string, string]
  const content = ending === 'woff2' ? readFileSync(fontFile(name)) : Buffer.from(linked(name))
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  return {
    address: `/assets/${stem}.${hash}.${ending}`,
    type: TYPES[ending]!,
    content,
  }
}

function fontFile(name: string): URL {
  return new URL(import.meta.resolve(`@fontsource-variable/figtree/files/${name}`))
}

/** The text of a file with the hashed addresses of the files that it loads. */
function linked(name: string): string {
  const text = name === 'style.css' ? STYLE.map(part => readAsset(`style/${part}.css`)).join('') : readAsset(name)
  return text.replace(
    /(['"])\.\/([\w-]+\.(?:js|woff2))\1/g,
    (_, quote, loaded) => quote + assets.get(loaded)!.address + quote,
  )
}

function readAsset(name: string): string {
  return readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')
}
