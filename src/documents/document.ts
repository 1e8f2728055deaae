/** A document as the API shows it. */
import { type Static, Type } from 'typebox'
import { Day, orNull, Time, Uuid } from '../http/schemas.ts'
import { VAT_RULES } from '../shop/vat-settings.ts'
import { LANGUAGES } from '../words/languages.ts'
import { CREDIT_REASONS, DOCUMENT_KINDS, type RatePart } from './content.ts'
import { BuyerDetails, Payment, RateParts, SellerDetails, VatCategories, VatReasons } from './facts/schemas.ts'
import type { StoredDocument } from './queries.ts'

const Text = Type.String()
const Amount = Type.Integer({ description: 'In minor units.' })

const Line = Type.Object(
  {
    sku: Text,
    name: Text,
    quantity: Type.Integer(),
    unitPrice: Type.Integer({ description: 'In minor units, VAT included.' }),
    discount: Amount,
    total: Type.Integer({ description: 'Before the discount.' }),
    taxRate: orNull(Type.Number()),
    net: Type.Optional(Type.Integer({ description: '`total` without VAT. Absent on old documents.' })),
    tax: Type.Optional(Type.Integer({ description: '`total` − `net`. Absent on old documents.' })),
    category: VatCategories,
  },
  { title: 'DocumentLine' },
)

const Party = { name: Text, address: Type.Array(Text), country: orNull(Text) }

export const Document = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum([...DOCUMENT_KINDS]),
    number: Text,
    orderId: Type.Integer(),
    refundId: orNull(Uuid, {
      description:
        'Of a credit note: the refund that it is about. With neither a refund nor a return, the order was ' +
        'cancelled or became smaller before anybody had paid.',
    }),
    returnId: orNull(Uuid, {
      description: 'Of a credit note: the return that it is about, when it was taken off what was still due.',
    }),
    issuedAt: Time,
    issuedOn: Type.String({ ...Day, description: 'The date on the document, by the calendar of the shop.' }),
    language: Type.Enum([...LANGUAGES]),
    currency: Text,
    seller: Type.Object({ ...Party, vatId: Text, ...SellerDetails }, { title: 'DocumentSeller' }),
    buyer: orNull(
      Type.Object({ ...Party, email: Type.String({ format: 'email' }), ...BuyerDetails }, { title: 'DocumentBuyer' }),
      {
        description: 'Null when the retention has ended and the person was taken out.',
      },
    ),
    placedOn: Day,
    shippedOn: orNull(Day),
    termsVersion: orNull(Type.Integer()),
    lines: Type.Array(Line, {
      description:
        'Of a credit note: what came back, was taken out or reduced. Σ (total − discount) and the delivery are ' +
        'its total. Credit notes from before they had a reason have none.',
    }),
    reason: orNull(Type.Enum([...CREDIT_REASONS], { type: 'string' }), {
      description: 'Of a credit note: why. null on an invoice, and on credit notes from before they had one.',
    }),
    note: orNull(Type.String(), {
      description: 'Of a credit note: what the shop wrote as the reason of the refund, printed on the paper.',
    }),
    delivery: orNull(Type.Object({ name: Text, total: Amount }, { title: 'DocumentDelivery' })),
    discount: orNull(Type.Object({ code: orNull(Text), total: Amount }, { title: 'DocumentDiscount' })),
    discounts: RateParts('Discount', 'The discount by rate.'),
    charges: RateParts('Charge', 'The delivery by rate. Below zero where a part of it moved to another rate.'),
    payment: Payment,
    total: Type.Integer({ description: 'VAT included, in minor units. A credit note says how much is credited.' }),
    taxes: Type.Array(
      Type.Object(
        {
          rate: Type.Number({ description: 'In percent.' }),
          ...{ net: Amount, tax: Amount, gross: Amount },
          ...{ category: VatCategories, reason: VatReasons },
        },
        { title: 'DocumentTax' },
      ),
    ),
    taxCountry: orNull(Text),
    vatRule: Type.Enum([...VAT_RULES], {
      type: 'string',
      description:
        '`destination`: the VAT is that of the place it goes to. `home`: that of the seller, for another member state. `none`: ' +
        'the seller is a small business and charges none.',
    }),
    reverseCharge: Type.Boolean({ description: 'The buyer, a business in another member state, owes the VAT.' }),
    corrects: orNull(Type.Object({ number: Text, issuedOn: Day }, { title: 'CorrectedInvoice' })),
    sha256: Type.String({ description: 'Of the content as it was issued. It never changes.' }),
  },
  { title: 'Document' },
)

export function showDocument(document: StoredDocument): Static<typeof Document> {
  const { id, kind, orderId, refundId, returnId, issuedAt, sha256, content } = document
  const { form: _, order, lines, taxes, discounts, charges, ...rest } = content
  const { reason = null, note = null, vatRule: rule = 'destination' } = content
  const reverseCharge = rule === 'reverse_charge'
  const { placedOn, shippedOn, termsVersion } = order
  return {
    ...rest,
    vatRule: reverseCharge ? 'destination' : rule,
    reverseCharge,
    reason,
    note,
    id,
    kind,
    orderId,
    refundId,
    returnId,
    issuedAt: issuedAt.toISOString(),
    placedOn,
    shippedOn,
    termsVersion,
    lines: lines.map(({ rate, ...line }) => ({ ...line, taxRate: rate === null ? null : rate / 100 })),
    taxes: taxes.map(({ rate, ...tax }) => ({ ...tax, rate: rate / 100 })),
    ...(discounts && charges && { discounts: discounts.map(showPart), charges: charges.map(showPart) }),
    sha256,
  }
}

function showPart({ rate, ...part }: RatePart) {
  return { ...part, taxRate: rate === null ? null : rate / 100 }
}
