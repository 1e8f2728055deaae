/** Facts of documents from form 3 on, as the API shows them. Older documents lack these fields. */
import { Type } from 'typebox'
import { Day, orNull } from '../../http/schemas.ts'

const Text = Type.String()
const Amount = Type.Integer({ description: 'In minor units.' })

export const VatCategories = Type.Optional(
  orNull(Type.Enum(['S', 'Z', 'E', 'G', 'K', 'AE', 'O'], { type: 'string' }), {
    description:
      'Category of VAT by UNTDID 5305: `S` a rate, `Z` 0 %, `E` exempt, `G` export, `K` supply to a business in another member state. ' +
      'Absent on old documents.',
  }),
)

export const VatReasons = Type.Optional(
  orNull(Type.Object({ code: orNull(Text), text: Text }, { title: 'VatReason' }), {
    description: 'Why it is 0 %: a code of the list VATEX, if there is one, and the sentence on the paper.',
  }),
)

const Parts = Type.Object(
  { street: Type.Array(Text), postcode: Text, city: Text, region: Text, country: orNull(Text) },
  { title: 'AddressParts' },
)

export const SellerDetails = Type.Partial(
  Type.Object({
    parts: Parts,
    ...{ tradeName: Text, legalForm: Text, capital: Text, directors: Text },
    ...{ registerNumber: Text, registerPlace: Text, taxNumber: Text },
    contact: Type.Object({ name: Text, phone: Text, email: Text }, { title: 'DocumentContact' }),
    electronicAddress: Text,
    lines: Type.Array(Text, { description: 'Lines of the shop below the document.' }),
    logo: Type.String({ description: 'The part of the address of the logo after `/assets/images/`. Absent: none.' }),
  }),
).properties

export const BuyerDetails = Type.Partial(
  Type.Object({
    parts: Parts,
    ...{ person: Text, company: Text, vatId: Text, reference: Text, phone: Text },
    deliverTo: orNull(
      Type.Object({ name: Text, address: Type.Array(Text), ...Parts.properties }, { title: 'DeliveredTo' }),
      { description: 'Where the goods go, if it is not the address of the invoice.' },
    ),
  }),
).properties

export const RateParts = (title: string, description: string) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        { taxRate: orNull(Type.Number()), category: VatCategories, net: Amount, gross: Amount },
        { title: `Document${title}Part` },
      ),
      { description: `${description} Absent on old documents.` },
    ),
  )

const MEANS = Type.Enum(['transfer', 'online'], { type: 'string' })

export const Payment = Type.Optional(
  Type.Object(
    {
      means: MEANS,
      account: orNull(Type.Object({ iban: Text, bic: Text, holder: Text, bank: Text }, { title: 'DocumentAccount' }), {
        description: 'The account of the shop to transfer to.',
      }),
      reference: Type.String({ description: 'What the customer writes on a transfer.' }),
      dueOn: orNull(Day, { description: 'Until when the rest is to be paid.' }),
      paid: Type.Integer({
        description: 'What had come, or gone back by a credit note, when it was written. In minor units.',
      }),
      due: Type.Integer({ description: '`total` − `paid`.' }),
      rest: Type.Optional(
        Type.Enum(['to_transfer', 'taken_off'], {
          type: 'string',
          description:
            'What becomes of the rest of a credit note: it is still to be transferred, or there is less to pay.',
        }),
      ),
      terms: Type.Optional(Type.Array(Text, { description: 'What the law wants on invoices to businesses.' })),
      received: Type.Array(
        Type.Object({ on: Day, amount: Amount, means: MEANS, provider: Text }, { title: 'DocumentPaymentPart' }),
        { description: 'The parts of `paid`, oldest first.' },
      ),
    },
    { title: 'DocumentPayment', description: 'Absent on old documents.' },
  ),
)
