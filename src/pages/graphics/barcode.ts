/** Barcodes in Code 128 for papers, as SVG with the text beneath. */
import { createRequire } from 'node:module'
import type JsBarcode from 'jsbarcode'
import { type Html, html } from '../../html/html.ts'

/**
 * Millimetres of the narrowest bar. Three dots of a label printer with 203 dpi are 0.375: bars whose width is no whole number of dots
 * are read badly. ISO/IEC 15417 asks for ten of these on each side without ink.
 */
const MODULE = 0.375
const QUIET = 10
const HEIGHT = 12

const load = createRequire(import.meta.url)

/** @returns undefined for a text with other letters than ASCII: the library leaves them out, or gets them wrong */
export function modulesOf(text: string): string | undefined {
  if (!/^[\x20-\x7e]{1,40}$/.test(text)) return undefined
  const encoded: { encodings?: { data: string }[] } = {}
  const encode: typeof JsBarcode = load('jsbarcode')
  encode(encoded, text, { format: 'CODE128' })
  return encoded.encodings?.map(({ data }) => data).join('')
}

/** @param label what it is, for those who do not see it and for a person who types it */
export function barcode(text: string, label: string): Html | undefined {
  const modules = modulesOf(text)
  if (modules === undefined) return undefined
  const width = modules.length + 2 * QUIET
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: bar }) => `M${index + QUIET} 0h${bar.length}v1h-${bar.length}z`,
  )
  return html`<figure class="barcode"><svg viewBox="0 0 ${width} 1" preserveAspectRatio="none" role="img" aria-label="${label}"
    width="${mm(width)}mm" height="${HEIGHT}mm" shape-rendering="crispEdges"><rect width="${width}" height="1" fill="#fff"/><path
    d="${bars.join('')}"/></svg><figcaption>${label} <strong>${text}</strong></figcaption></figure>`
}

function mm(modules: number): string {
  return (modules * MODULE).toFixed(3)
}
