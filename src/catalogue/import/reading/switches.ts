/**
 * Asks about columns that look like a switch and are not read: `Aktiv` with `ja` and `nein`. Products that the other shop hides would
 * otherwise go on sale here. While such a column has only answers, its rows are unsure, so that nothing is written before the question.
 */
import { StartError } from '../../../config.ts'
import type { Columns } from '../columns.ts'
import { foldName } from '../programs/program.ts'
import { isOn } from '../programs/rows.ts'

/** The file does not say whether a column hides products. */
export class SwitchQuestion extends StartError {}

/** Parts of names, folded, in languages in which shops are run. Those that hide come first, as `inactive` contains `active`. */
const HIDES = anyOf(
  'hidden versteckt verborgen masque cache archiv disabled deaktiv desactiv inactiv inaktiv inactif inattiv' +
    ' geloscht deleted supprime draft entwurf brouillon gesperrt blocked bloque unpublish invisible unsichtbar nonvisible',
)
const SHOWS = anyOf(
  'activ aktiv actif attiv actief publish veroffentlich publie public pubblic gepubliceerd visib sichtbar zichtbaar' +
    ' enabled habilitad available verfugbar disponib beschikbaar online enligne forsale imverkauf envente shown angezeigt affich sellable',
)
const SHOWS_WHOLE = new Set(
  'status statut etat estado stato zustand state freigegeben freigabe webshop onlineshop imshop'.split(' '),
)

function anyOf(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', '|'))
}

/** No shop has more; each further one would cost time. */
const MOST_COLUMNS = 1000

type Candidate = { name: string; hides: boolean; hidden: { line: number; value: string } | undefined }

/** @param asks false: a person has said that these columns say nothing, or the file is of a program whose switch is read */
export function switchReader(
  header: readonly string[],
  { fields, reads }: Pick<Columns, 'fields' | 'reads'>,
  asks: boolean,
) {
  const candidates = new Map<number, Candidate>()
  for (const [index, cell] of asks ? header.slice(0, MOST_COLUMNS).entries() : []) {
    const name = foldName(cell)
    const hides = HIDES.test(name)
    if (fields[index] || reads.has(index) || !(hides || SHOWS.test(name) || SHOWS_WHOLE.has(name))) continue
    candidates.set(index, { name: cell.trim(), hides, hidden: undefined })
  }
  return {
    read(cells: readonly string[], line: number): void {
      for (const [index, candidate] of candidates) {
        const value = cells[index]?.trim() ?? ''
        if (value === '') continue
        const answer = isOn(value)
        if (answer === undefined) candidates.delete(index)
        else if (answer === candidate.hides) candidate.hidden ??= { line, value }
      }
    },
    isUnsure: () => candidates.size > 0,
    /** @throws SwitchQuestion at the end of a file with a column that seems to hide products */
    requireMeaning(): void {
      const [found] = [...candidates.values()].filter(({ hidden }) => hidden)
      if (!found) return
      const { name, hides, hidden } = found
      throw new SwitchQuestion(
        `Does ${JSON.stringify(hidden!.value)} in the column ${JSON.stringify(name)} (line ${hidden!.line}) mean that the product ` +
          `is not on sale? If so, say that the column is ${hides ? 'hidden' : 'published'}. ` +
          'Otherwise say that such columns mean nothing.',
      )
    },
  }
}
