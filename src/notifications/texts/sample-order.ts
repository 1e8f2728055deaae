/** The order that sample emails are about. */
import type { OrderForMail } from '../messages/order.ts'

export const SAMPLE_NAME = 'Ada Lovelace'

export const SAMPLE_TIME = new Date('2026-03-04T17:05:00Z')

export const ORDER: OrderForMail = {
  id: 1042,
  ownerId: '0190',
  status: 'placed',
  itemsTotal: 10980,
  discountTotal: 0,
  deliveryTotal: 0,
  discountCode: null,
  taxCountry: 'GB',
  delivery: null,
  reverseCharge: false,
  vatIdCheck: null,
  taxes: [],
  total: 10980,
  currency: 'EUR',
  note: null,
  trackingNumber: '00340434161094015902',
  carrier: 'dhl',
  parts: [],
  ownCarriers: null,
  termsVersion: null,
  locale: null,
  placedAt: SAMPLE_TIME,
  billingAddress: null,
  vatId: null,
  buyerReference: null,
  deliveryAddress: {
    name: SAMPLE_NAME,
    line1: '12 St James’s Square',
    postcode: 'SW1Y 4JH',
    city: 'London',
    country: 'GB',
  },
  credited: 0,
  due: 10980,
  givenBack: null,
  paymentStatus: 'open',
  paymentMethod: 'invoice',
  images: [],
  items: [
    {
      line: 1,
      returned: 0,
      shipped: 0,
      productId: 1,
      sku: 'LAMP',
      name: 'Desk lamp',
      options: '',
      quantity: 2,
      unitPrice: 4990,
      lineTotal: 9980,
      discount: 0,
      rate: 1900,
      content_amount: null,
      content_unit: null,
    },
    {
      line: 2,
      returned: 0,
      shipped: 0,
      productId: 2,
      sku: 'CUP',
      name: 'Tea cup',
      options: '',
      quantity: 1,
      unitPrice: 1000,
      lineTotal: 1000,
      discount: 0,
      rate: 1900,
      content_amount: null,
      content_unit: null,
    },
  ],
}

/** The same when a part has left. */
export const PARTLY_SENT: OrderForMail = {
  ...ORDER,
  status: 'processing',
  parts: [
    {
      number: 1,
      carrier: 'dhl',
      trackingNumber: '00340434161094015902',
      at: SAMPLE_TIME.toISOString(),
      items: [{ line: 1, quantity: 2 }],
    },
  ],
}

/** An order that lies ready in the shop. */
export const COLLECTED_ORDER: OrderForMail = {
  ...ORDER,
  status: 'shipped',
  trackingNumber: null,
  delivery: {
    method: '0190',
    names: { en: 'Collection in the shop', de: 'Abholung im Laden', fr: 'Retrait en boutique' },
    days: { least: 0, most: 0 },
    kind: 'collection',
    address: '12 St James’s Square',
    hours: { en: 'Mon to Fri 10 to 18', de: 'Mo bis Fr 10 bis 18 Uhr', fr: 'Du lundi au vendredi de 10 h à 18 h' },
  },
}
