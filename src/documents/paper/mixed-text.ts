/**
 * Breaks and orders a text in several scripts. pdfkit does neither: it draws a text in one font from left to right. Lines break at
 * spaces, and within a word that is longer than a line. Their runs are ordered by the Unicode Bidirectional Algorithm (UAX #9).
 */
import createBidi from 'bidi-js'
import type { Face, Fonts, Run } from './fonts.ts'

type LevelRun = Run & { level: number }

const bidi = createBidi()
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const GOES_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** @returns for each line its runs, from left to right */
export function linesOf(fonts: Fonts, text: string, style: { face: Face; size: number; width: number }): Run[][] {
  return text.split('\n').flatMap(paragraph => {
    const { levels } = bidi.getEmbeddingLevels(paragraph, 'auto')
    return breakLines(fonts, paragraph, style).map(({ start, end }) => {
      const runs = levelRuns(fonts.runsOf(paragraph.slice(start, end), style.face), levels.subarray(start, end))
      return order(runs).map(drawable)
    })
  })
}

type Line = { start: number; end: number }

function breakLines(fonts: Fonts, text: string, { face, size, width }: { face: Face; size: number; width: number }) {
  const isTooWide = (part: string) => fonts.width(fonts.runsOf(part.trimEnd(), face), size) > width
  const words = text.split(/(?<= )/).flatMap(word => (isTooWide(word) ? segmentsOf(word) : [word]))
  const lines: Line[] = []
  let start = 0
  let end = 0
  for (const word of words) {
    if (end > start && isTooWide(text.slice(start, end + word.length))) {
      lines.push({ start, end })
      start = end
    }
    end += word.length
  }
  return [...lines, { start, end }].map(line => ({
    ...line,
    end: line.start + text.slice(line.start, line.end).trimEnd().length,
  }))
}

/** A run by font may have parts of two directions, such as Arabic letters and digits. */
function levelRuns(runs: readonly Run[], levels: Uint8Array): LevelRun[] {
  const parts: LevelRun[] = []
  let index = 0
  for (const { text, font } of runs) {
    let last: LevelRun | undefined
    for (const letter of text) {
      const level = levels[index]!
      index += letter.length
      if (last?.level === level) {
        last.text += letter
      } else {
        last = { text: letter, font, level }
        parts.push(last)
      }
    }
  }
  return parts
}

/** UAX #9, rule L2: from the highest level down to 1, reverse what is on that level or above. */
function order(runs: readonly LevelRun[]): LevelRun[] {
  let ordered = [...runs]
  for (let level = Math.max(0, ...runs.map(run => run.level)); level >= 1; level--) {
    const next: LevelRun[] = []
    let group: LevelRun[] = []
    for (const run of ordered) {
      if (run.level >= level) {
        group.unshift(run)
        continue
      }
      next.push(...group, run)
      group = []
    }
    ordered = [...next, ...group]
  }
  return ordered
}

/** The font engine turns Arabic and Hebrew around by itself, and nothing else. */
function drawable({ text, font, level }: LevelRun): Run {
  const isLeftward = level % 2 === 1
  const mirrored = isLeftward
    ? text.replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, sign => bidi.getMirroredCharacter(sign) ?? sign)
    : text
  return {
    text: isLeftward === GOES_LEFT.test(text) ? mirrored : segmentsOf(mirrored).reverse().join(''),
    font,
  }
}

/** Splits a text into letters as a reader sees them, each with its marks. */
function segmentsOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
