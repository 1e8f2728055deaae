/** Files for the programs of accountants: a booking batch for DATEV, and the French file of bookings. Each is about one year. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type BookedYear, bookingsOf, countLeftOut } from '../../documents/bookings/bookings.ts'
import { datevBatch } from '../../documents/bookings/datev.ts'
import { fecFile, fecName } from '../../documents/bookings/fec.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { section } from '../../pages/components.ts'
import { calendarDay, count } from '../../pages/format.ts'
import { addDays, dayOf, startOfDay } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { readDay } from '../../time.ts'
import { t } from '../../words/words.ts'
import { type ListRequest, queryText } from '../filters.ts'
import { csvAddress, staffFile } from '../layout.ts'

const PAGE = '/admin/documents'

export function bookingFiles(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context
  staffFile(app, 'documents/datev.csv', PAGE, async request => {
    const [year, shop] = [await readYear(context, request), await readShop(db)]
    const lines = datevBatch(bookingsOf(db, year), year, { ...shop, now: clock.now() })
    // All letters of the file are among the first 256, which this encoding shares with Windows-1252.
    const parts = inBytes(lines, 'latin1')
    return { name: `EXTF_Buchungsstapel_${year.first}_${year.last}.csv`, type: 'text/csv; charset=windows-1252', parts }
  })
  staffFile(app, 'documents/fec.txt', PAGE, async request => {
    const [year, shop] = [await readYear(context, request), await readShop(db)]
    const parts = fecFile(bookingsOf(db, year), shop)
    return { name: fecName(shop, year.first.slice(0, 4)), type: 'text/plain; charset=utf-8', parts }
  })
}

async function* inBytes(lines: AsyncIterable<string>, encoding: BufferEncoding): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line, encoding)
}

/** The days that the reader has chosen, within the year of the last one; by default this year. */
async function readYear({ db, clock }: AppContext, request: ListRequest): Promise<BookedYear> {
  const { timeZone } = await readShop(db)
  const [from, to] = [readDay(queryText(request, 'from')), readDay(queryText(request, 'to'))]
  const year = (to ?? from ?? dayOf(clock.now(), timeZone)).slice(0, 4)
  const begins = `${year}-01-01`
  const first = from && from > begins ? from : begins
  const last = to ?? `${year}-12-31`
  const period = { from: startOfDay(first, timeZone), before: startOfDay(addDays(last, 1), timeZone) }
  return { first, last, period, yearBegins: startOfDay(begins, timeZone) }
}

export async function bookingSection(context: AppContext, request: ListRequest): Promise<Html> {
  const year = await readYear(context, request)
  const leftOut = await countLeftOut(context.db, year)
  const body = html`<p>${rich(
    'Each file has the invoices and credit notes from {first} to {last}: the days that you have chosen above, in one year. Accounts can be changed under <a>Accounting</a>. Payments are not in them.',
    { first: calendarDay(year.first), last: calendarDay(year.last), a: link('/admin/settings/accounting') },
  )}</p>
    ${
      leftOut > 0 &&
      html`<p class="notice warning">${t('{total} in other currencies than euros are left out.', { total: count(leftOut) })}</p>`
    }
    <p class="row"><a class="button quiet" href="${csvAddress('documents/datev.csv', request)}">${t('DATEV booking batch')}</a>
      <a class="button quiet" href="${csvAddress('documents/fec.txt', request)}">${t('French file of bookings (FEC)')}</a></p>`
  return section('bookings', 'Files for accounting programs', body)
}
