/** Chooses how files of the console separate cells and begin decimals: as the first language of the shop does, or as the reader asks. */
import type { AppContext } from '../context.ts'
import { COMMAS, type CsvForm, POINTS } from '../csv.ts'
import { type Html, html } from '../html/html.ts'
import { readShop, type Shop } from '../shop/settings.ts'
import { t } from '../words/words.ts'
import { type Filter, type ListRequest, queryOneOf, withQuery } from './filters.ts'

/** Keeps the choice while the reader looks at other rows. */
export const DECIMALS_FILTER: Filter = { name: 'decimals', label: 'Decimals', type: 'hidden', stays: true }

const FORMS = { point: POINTS, comma: COMMAS } as const

export async function readCsvForm({ db }: Pick<AppContext, 'db'>, request: ListRequest): Promise<CsvForm> {
  return csvFormOf(request, await readShop(db))
}

export function csvFormOf(request: ListRequest, { languages, country }: Pick<Shop, 'languages' | 'country'>): CsvForm {
  const chosen = queryOneOf(request, DECIMALS_FILTER.name, ['point', 'comma'])
  return chosen ? FORMS[chosen] : usualForm(languages[0]!, country)
}

/** German is written with commas, but with points in Switzerland. English of any country is read by programs with points. */
function usualForm(language: string, country: string): CsvForm {
  if (language === 'en') return POINTS
  const parts = new Intl.NumberFormat(`${language}-${country}`).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? COMMAS : POINTS
}

/** Says how the files of a page are written, with a link to the other form. */
export function csvNote(request: ListRequest, form: CsvForm): Html {
  const [path, search] = request.url.split('?')
  const other = form === COMMAS ? 'point' : 'comma'
  const chosen = { ...Object.fromEntries(new URLSearchParams(search)), [DECIMALS_FILTER.name]: other }
  return html`<p class="hint">${
    form === COMMAS
      ? t('Files are for spreadsheets that write 19,90: cells are separated by semicolons.')
      : t('Files are for spreadsheets that write 19.90: cells are separated by commas.')
  } <a href="${withQuery(path!, chosen)}">${
    form === COMMAS ? t('Points and commas') : t('Decimal commas and semicolons')
  }</a></p>`
}
