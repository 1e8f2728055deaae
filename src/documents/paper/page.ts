/** The page of an invoice or a credit note, which can be printed. It is in the language of the document. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { facts, scripted, table } from '../../pages/components.ts'
import { qr } from '../../pages/graphics/qr.ts'
import { page } from '../../pages/layout.ts'
import { customerOf, isCustomer, sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import type { EInvoiceProfile } from '../../shop/invoice-settings.ts'
import { logoAddress } from '../../shop/pictures.ts'
import { inLanguage, t } from '../../words/words.ts'
import type { DocumentContent } from '../content.ts'
import { profilesOf } from '../e-invoice/profiles.ts'
import { findDocument, type StoredDocument } from '../queries.ts'
import { type Sheet, sheetOf } from './sheet.ts'

export function documentPages(app: FastifyInstance, { db }: AppContext): void {
  app.get('/documents/:id', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!isCustomer(visitor)) return sendToSignIn(request, reply)
    const { id } = request.params as { id: string }
    const document = IS_ID.test(id) ? await findDocument(db, id) : undefined
    const mayRead = document && (isForShop(visitor) || document.ownerId === customerOf(visitor, document.orderId))
    if (!mayRead) throw new Problem('not_found', "We can't find that document.")
    return sendPage(reply, documentPage(visitor, document))
  })
}

const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

function isForShop({ user }: Visitor): boolean {
  return ['orders', 'money'].some(permission => user?.permissions.includes(permission))
}

function documentPage(visitor: Visitor, { id, content, orderId }: StoredDocument): Html {
  const sheet = sheetOf(content)
  const order = `${isForShop(visitor) ? '/admin' : ''}/orders/${orderId}`
  const main = html`<p class="row apart unprinted"><a href="${order}">${t('Back to order #{id}', { id: orderId })}</a>
      <span class="row"><a class="button quiet" href="/api/documents/${id}.pdf">${t('Download as PDF')}</a>
      ${scripted(html`<button type="button" class="button quiet" data-print>${t('Print')}</button>`)}</span></p>
    ${eInvoiceLinks(id, content)}
    <article class="slip" lang="${content.language}">${inLanguage(content.language, () => paper(sheet))}</article>`
  return page({ title: sheet.title, visitor, main })
}

/** The e-invoices for which the document says enough. */
function eInvoiceLinks(id: string, content: DocumentContent): Html | false {
  const links = profilesOf(content).map(profile => {
    return html`<a href="/api/documents/${id}.xml?profile=${profile}">${PROFILE_NAMES[profile]}</a>`
  })
  return links.length > 0 && html`<p class="row unprinted">${t('E-invoice:')} ${links}</p>`
}

const PROFILE_NAMES: Record<EInvoiceProfile, string> = {
  'xrechnung-ubl': 'XRechnung (UBL)',
  'xrechnung-cii': 'XRechnung (CII)',
  peppol: 'Peppol BIS',
  'factur-x': 'Factur-X / ZUGFeRD (XML)',
}

function paper({ title, logo, seller, buyer, ...sheet }: Sheet): Html {
  const [name, ...address] = seller
  const line = ([label, value]: readonly [string, string]) => [label, value] as const
  const [totalLabel, total] = sheet.total
  return html`${logo && html`<p><img src="${logoAddress(logo.hash)}" alt="${logo.alt}" height="48"></p>`}
    <p><strong>${name}</strong><br>${address.join(', ')}</p>
    ${buyer.length > 0 && html`<address>${buyer.map((text, index) => html`${index > 0 && html`<br>`}${text}`)}</address>`}
    <h1>${title}</h1>
    ${facts(sheet.facts.map(line))}
    ${sheet.lines.length > 0 && linesTable(title, sheet)}
    ${facts([...sheet.sums.map(line), [totalLabel, html`<strong class="sum">${total}</strong>`]])}
    ${sheet.taxes.length > 0 && taxTable(sheet)}
    ${sheet.payment.texts.map(text => html`<p>${text}</p>`)}
    ${sheet.payment.rows.length > 0 && facts(sheet.payment.rows)}
    ${sheet.payment.code && codePart(sheet.payment.code)}
    ${sheet.notes.map(note => html`<p>${note}</p>`)}
    ${sheet.legal.length > 0 && html`<p class="soft">${sheet.legal.join(' · ')}</p>`}
    <p class="soft">${sheet.footer}</p>`
}

function codePart(code: string): Html {
  return html`<p class="soft">${t('Or scan this with your banking app:')}</p>${qr(code, t('Your transfer as a code'))}`
}

function linesTable(title: string, { lines, columns }: Pick<Sheet, 'lines' | 'columns'>): Html {
  return table(
    title,
    [
      { label: columns.name, cell: ({ name, detail }) => html`${name}<br><span class="soft">${detail}</span>` },
      { label: columns.quantity, cell: ({ quantity }) => quantity, number: true },
      { label: columns.net, cell: ({ net }) => net, number: true },
      ...(columns.rate
        ? [{ label: columns.rate, cell: ({ rate }: Sheet['lines'][number]) => rate, number: true }]
        : []),
      { label: columns.total, cell: ({ total }) => total, number: true },
    ],
    lines,
  )
}

function taxTable({ taxes, taxColumns }: Pick<Sheet, 'taxes' | 'taxColumns'>): Html {
  return table(
    taxColumns[2],
    taxColumns.map((label, index) => ({ label, cell: (row: Sheet['taxes'][number]) => row[index], number: index > 0 })),
    taxes,
  )
}
