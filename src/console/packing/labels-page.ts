/** Labels: files for the programs of carriers, with what they would refuse named before. */
import type { FastifyInstance } from 'fastify'
import { findAttributes } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { csvLine } from '../../csv.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { isCollected } from '../../orders/states.ts'
import { count } from '../../pages/format.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { colon, t, translated } from '../../words/words.ts'
import {
  faultsOf,
  inWindows1252,
  LABEL_FILES,
  type LabelFile,
  type LabelItem,
  type LabelParcel,
} from '../../world/parcels/label-files.ts'
import { type ListRequest, queryText, withQuery } from '../filters.ts'
import { consolePage, staffFile, staffPage } from '../layout.ts'
import { type ChosenOrder, chosenOrders, sendToChosen } from './chosen-orders.ts'
import { parcelFor } from './label-parcels.ts'

const LABELS_PAGE = '/admin/orders/labels'
const FAULTS_SHOWN = 20

export function labelPages(app: FastifyInstance, { db }: AppContext): void {
  sendToChosen(app, LABELS_PAGE)

  staffPage(app, LABELS_PAGE, async (visitor, request) => {
    const orders = await chosenOrders(db, request)
    const parcels = await parcelsOf(db, orders)
    const left = orders.length - parcels.length
    return consolePage({
      title: 'Labels',
      visitor,
      main: html`<p><a href="/admin/orders?status=processing">${t('Back to the orders')}</a></p><h1>${t('Labels')}</h1>
        <p>${t(
          'Files with {total} parcels for the programs of carriers. The reference is the number of the order, so that their file with the parcel numbers can be read here.',
          { total: count(parcels.length), count: parcels.length },
        )}</p>
        ${
          left > 0 &&
          html`<p class="notice info">${t('{total} without a delivery address, or collected, are left out.', {
            total: count(left),
          })}</p>`
        }
        ${LABEL_FILES.map(file => fileSection(file, parcels, request))}`,
    })
  })

  staffFile(app, 'orders/labels.csv', LABELS_PAGE, async request => {
    const file = LABEL_FILES.find(({ code }) => code === queryText(request, 'file'))
    if (!file) throw new Problem('not_found', 'There is no such file.')
    const parcels = await parcelsOf(db, await chosenOrders(db, request))
    const type = `text/csv; charset=${file.encoding}`
    return { name: `labels-${file.code}.csv`, type, parts: inParts(linesOf(file, parcels), file) }
  })
}

async function parcelsOf(db: Db, orders: readonly ChosenOrder[]): Promise<LabelParcel[]> {
  const sent = orders.filter(order => order.deliveryAddress && !isCollected(order) && order.status !== 'cancelled')
  const shop = await readShop(db)
  const attributes = await findAttributes(db, [
    ...new Set(sent.flatMap(({ items }) => items.map(item => item.productId))),
  ])
  return sent.map(order => parcelFor(order, shop, attributes))
}

function linesOf(file: LabelFile, parcels: readonly LabelParcel[]): string[] {
  const form = { separator: file.separator, mark: '.' } as const
  const rows = parcels.flatMap(parcel => rowsOf(file, parcel).map(item => ({ parcel, item })))
  const written = (text: string) => (/^\+?[\d. -]+$/.test(text) ? { number: text } : text)
  return [
    csvLine(
      file.columns.map(({ name }) => name),
      form,
    ),
    ...rows.map(({ parcel, item }) =>
      csvLine(
        file.columns.map(({ cell }) => written(cell(parcel, item))),
        form,
      ),
    ),
  ]
}

function rowsOf(file: LabelFile, { items }: LabelParcel): (LabelItem | undefined)[] {
  return file.perItem ? [...items] : [undefined]
}

/** Programs of carriers take a byte order mark for a part of the first name. */
async function* inParts(lines: readonly string[], { encoding }: LabelFile): AsyncGenerator<Buffer> {
  for (const line of lines) yield encoding === 'utf-8' ? Buffer.from(line) : inWindows1252(line)
}

function fileSection(file: LabelFile, parcels: readonly LabelParcel[], request: ListRequest): Html {
  const faults = parcels.flatMap(parcel => faultsOf(file, parcel).map(fault => ({ order: parcel.order, fault })))
  const rows = parcels.reduce((sum, parcel) => sum + rowsOf(file, parcel).length, 0)
  const href = withQuery(`${LABELS_PAGE}.csv`, { file: file.code, orders: queryText(request, 'orders') })
  return html`<section class="card"><h2>${file.title}</h2>
    <p><a class="button quiet" href="${href}">${t('File for {program}', { program: file.title })}</a></p>
    ${
      rows > file.most &&
      html`<p class="notice warning">${t('The program reads at most {most} rows at once; these are {rows}.', {
        most: count(file.most),
        rows: count(rows),
      })}</p>`
    }
    ${
      faults.length > 0 &&
      html`<details><summary>${t('{total} things to look at', { total: count(faults.length), count: faults.length })}</summary><ul>${faults
        .slice(0, FAULTS_SHOWN)
        .map(
          ({ order, fault }) =>
            html`<li><a href="/admin/orders/${order}">#${order}</a>${colon()} <bdi>${translated(fault)}</bdi></li>`,
        )}</ul>${
        faults.length > FAULTS_SHOWN &&
        html`<p>${t('and {total} more', { total: count(faults.length - FAULTS_SHOWN) })}</p>`
      }</details>`
    }</section>`
}
