/**
 * Bar charts over time as SVG. The drawing is stretched to its container, so all text is HTML around it. A table holds
 * the same numbers, for readers who cannot see the chart or want exact values.
 */
import { type Html, html } from '../../html/html.ts'
import { colon, t } from '../../words/words.ts'
import { table } from '../components.ts'
import { count, time } from '../format.ts'

/** Colors with enough contrast in both schemes. */
type Tone = 'brand' | 'good' | 'warn' | 'bad' | 'info' | 'soft'

type Series = { readonly label: string; readonly tone: Tone }

type Bar = {
  readonly at: Date
  /** The time or how long ago, as a person would say it. */
  readonly when: string
  /** One per series, stacked from the bottom. */
  readonly values: readonly number[]
  /** The values as text. */
  readonly text: string
}

export type Chart = {
  readonly title: string
  /** Replaces the drawing for screen readers. */
  readonly summary: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  readonly format?: (value: number) => string
  /** The time of a bar in the table. */
  readonly row?: (bar: Bar) => Html
  /** The end of the axis, unless it is the last bar. */
  readonly last?: string
}

const HEIGHT = 100
const STEP = 10

export function chart({ title, summary, series, bars, format = count, row = bar => time(bar.at), last }: Chart): Html {
  const most = Math.max(0, ...bars.map(sum))
  const busy = bars.filter(bar => sum(bar) > 0)
  return html`<figure class="chart">
    <figcaption><strong>${title}</strong> <span class="soft">${summary}</span></figcaption>
    <div class="plot">
      <p class="top soft" aria-hidden="true">${most > 0 ? format(most) : ''}</p>
      <svg viewBox="0 0 ${bars.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img"
        aria-label="${title}${colon()} ${summary}" focusable="false">
        <path class="grid" d="M0 0.5H${bars.length * STEP}M0 50H${bars.length * STEP}"/>
        ${bars.map((bar, index) => drawBar(bar, index, most, series))}
        <path class="ground" d="M0 99.5H${bars.length * STEP}"/>
      </svg>
      <p class="axis soft"
        aria-hidden="true"><span>${bars[0]?.when}</span><span>${bars[bars.length >> 1]?.when}</span><span>${
          last ?? bars.at(-1)?.when
        }</span></p>
    </div>
    ${
      series.length > 1 &&
      html`<ul class="legend">${series.map(({ label, tone }) => html`<li><span class="key ${tone}"></span>${label}</li>`)}</ul>`
    }
    ${
      busy.length > 0 &&
      html`<details><summary>${t('As a table')}</summary>${table(
        t('{title}; times without a row had none', { title }),
        [
          { label: 'From', cell: row },
          { label: title, cell: bar => bar.text },
        ],
        busy.toReversed(),
      )}</details>`
    }
  </figure>`
}

function drawBar(bar: Bar, column: number, most: number, series: readonly Series[]): Html {
  let top = HEIGHT
  const pieces = bar.values.map((value, index) => {
    // Even the smallest value stays visible.
    const height = value > 0 ? Math.max((value / most) * (HEIGHT - 1), 1.5) : 0
    top -= height
    return (
      height > 0 &&
      html`<rect class="${series[index]!.tone}" x="${column * STEP + 1}" y="${rounded(Math.max(top, 0))}"
        width="${STEP - 2}" height="${rounded(height)}"/>`
    )
  })
  return html`<g><title>${bar.when}${colon()} ${bar.text}</title><rect class="hover" x="${column * STEP}" y="0"
    width="${STEP}" height="${HEIGHT}"/>${pieces}</g>`
}

function sum({ values }: Bar): number {
  return values.reduce((a, b) => a + b, 0)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
