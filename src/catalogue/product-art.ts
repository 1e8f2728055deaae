/**
 * A picture for products, which have no photographs. It is drawn from the id of the product, so it never changes, and two
 * products rarely look alike. Each one has quiet shapes in the color of its category and one bright dot.
 */
import { createHash } from 'node:crypto'
import { type Html, html } from '../pages/html.ts'

const HUES = 8

export function productArt(id: number, category: string): Html {
  const [pattern, ...numbers] = createHash('sha256').update(`${id}`).digest()
  const shapes = PATTERNS[pattern! % PATTERNS.length]!(numbers)
  const hue = createHash('sha256').update(category).digest()[0]! % HUES
  return html`<svg class="figure hue-${hue}" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><rect class="ground" width="100" height="100"/>${shapes}</svg>`
}

/** Each pattern draws inside 100 × 100 from random bytes. */
const PATTERNS: ((random: number[]) => Html)[] = [rings, dots, bars, quarters, arcs, stack]

function dot(x: number, y: number, r = 6): Html {
  return html`<circle class="dot" cx="${x}" cy="${y}" r="${r}"/>`
}

function ring(x: number, y: number, r: number, width: number): Html {
  return html`<circle class="line" cx="${x}" cy="${y}" r="${r}" stroke-width="${width}"/>`
}

function rings([x = 0, y = 0, turn = 0]: number[]): Html {
  const [cx, cy] = [35 + (x % 31), 35 + (y % 31)]
  const angle = (turn / 256) * 2 * Math.PI
  return html`${[14, 27, 40].map(r => ring(cx, cy, r, 5))}${dot(round(cx + 27 * Math.cos(angle)), round(cy + 27 * Math.sin(angle)))}`
}

function dots([chosen = 0, ...sizes]: number[]): Html {
  const places = Array.from({ length: 25 }, (_, i) => [18 + (i % 5) * 16, 18 + Math.floor(i / 5) * 16] as const)
  const bright = chosen % 25
  return html`${places.map(([x, y], i) =>
    i === bright ? dot(x, y) : html`<circle class="fill" cx="${x}" cy="${y}" r="${2 + (sizes[i]! % 5)}"/>`,
  )}`
}

function bars(heights: number[]): Html {
  const tops = heights.slice(0, 6).map(height => 24 + (height % 52))
  const high = tops.indexOf(Math.min(...tops))
  return html`${tops.map((top, i) => html`<rect class="fill" x="${14 + i * 12.5}" y="${top}" width="8" height="${100 - top}" rx="4"/>`)}${dot(18 + high * 12.5, tops[high]! - 11)}`
}

const QUARTERS = [
  'M0 0h25a25 25 0 0 1-25 25z',
  'M25 0v25a25 25 0 0 1-25-25z',
  'M25 25h-25a25 25 0 0 1 25-25z',
  'M0 25v-25a25 25 0 0 1 25 25z',
]

function quarters(turns: number[]): Html {
  const places = Array.from({ length: 9 }, (_, i) => [12.5 + (i % 3) * 25, 12.5 + Math.floor(i / 3) * 25] as const)
  const bright = turns[9]! % 9
  return html`${places.map(([x, y], i) =>
    i === bright
      ? dot(x + 12.5, y + 12.5, 9)
      : html`<path class="fill" transform="translate(${x} ${y})" d="${QUARTERS[turns[i]! % 4]}"/>`,
  )}`
}

function arcs([side = 0, place = 0, width = 0]: number[]): Html {
  const [cx, cy] = [(side & 1) * 100, (side & 2) * 50]
  const angle = ((0.2 + (place / 256) * 0.6) * Math.PI) / 2
  const [right, down] = [cx === 0 ? 1 : -1, cy === 0 ? 1 : -1]
  return html`${[26, 44, 62, 80].map(r => ring(cx, cy, r, 4 + (width % 7)))}${dot(
    round(cx + right * 53 * Math.cos(angle)),
    round(cy + down * 53 * Math.sin(angle)),
    7,
  )}`
}

function stack(widths: number[]): Html {
  const lines = widths.slice(0, 5).map((width, i) => [22 + (width % 42), 20 + i * 14] as const)
  const bright = widths[5]! % 5
  return html`${lines.map(([width, y], i) => html`<rect class="fill" x="14" y="${y}" width="${width}" height="7" rx="3.5"/>${i === bright && dot(14 + width + 11, y + 3.5)}`)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
