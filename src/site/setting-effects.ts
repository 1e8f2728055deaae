/**
 * The effects of each setting, and the rights that a change therefore needs beside the permission `settings`. A missing setting is a
 * type error. Ask about a new one: where does it send what, whose money does it move, whose words do customers read?
 */
import { ADDRESS_SETTINGS } from '../accounts/staff/shop-addresses.ts'
import type { Permission } from '../accounts/tables.ts'
import type { ShopSettings } from '../shop/settings.ts'

type SettingEffect = {
  /** A session needs a second factor of the last ten minutes, or why it needs none. */
  readonly stepUp: true | { readonly no: string }
  /** The permission for the data or the money that goes where the setting says. */
  readonly permission?: Permission
}

const YES = { stepUp: true } as const
const MONEY = { stepUp: true, permission: 'money' } as const
const why = (no: string) => ({ stepUp: { no } }) as const
const BOOKS = why('It changes files that staff download, and an accountant reads before they count.')
const NUMBERS = why('It says how later numbers of invoices look. Each invoice keeps its own.')

export const SETTING_EFFECTS: Readonly<Record<keyof ShopSettings, SettingEffect>> = {
  // Customers believe what the shop says, also if a thief says it: "pay here".
  name: YES,
  homeTitle: YES,
  homeText: YES,
  headerMenu: YES,
  footerLinks: YES,
  // Customers follow these links to see where their parcel is.
  carriers: YES,
  deliveryPromise: YES,
  senderName: YES,
  // The seller, on invoices and in the terms.
  legalName: YES,
  seat: YES,
  vatId: YES,
  legalForm: YES,
  capital: YES,
  registerNumber: YES,
  registerPlace: YES,
  directors: YES,
  taxNumber: YES,
  contactName: YES,
  contactPhone: YES,
  contactEmail: YES,
  electronicAddress: YES,
  invoiceLines: YES,
  orderLines: YES,
  // Addresses to which answers of customers, orders with name and address, and parcels go.
  replyTo: { stepUp: true, permission: ADDRESS_SETTINGS.replyTo },
  orderEmail: { stepUp: true, permission: ADDRESS_SETTINGS.orderEmail },
  returnAddress: { stepUp: true, permission: 'orders' },
  // The account to which customers send their money, and the texts shown beside it.
  iban: MONEY,
  accountHolder: MONEY,
  bic: MONEY,
  bankName: MONEY,
  transferReference: MONEY,
  // The same number is other money, and other taxes count.
  currency: YES,
  country: YES,
  // The shop owes VAT to another state.
  vatRule: YES,
  reverseCharge: YES,
  vatIdCheck: YES,
  // The books are deleted after so many years.
  documentYears: YES,
  logo: why('A picture holds no link. Semel draws it anew.'),
  homePicture: why('A picture holds no link. Semel draws it anew.'),
  accent: why('It is a color.'),
  backgroundColor: why('It is a color.'),
  textColor: why('It is a color.'),
  productLayout: why('It chooses between two looks of the same pages.'),
  darkPages: why('It chooses between two looks of the same pages.'),
  orderNotice: why('Those emails go to an address that was set with a second factor, or to the support address.'),
  timeZone: why('Only days begin by it.'),
  languages: why('Words of all languages are there already.'),
  countries: why('Each order is seen before anything leaves.'),
  daysToPay: why('It moves the day of a reminder and a cancellation, and no money.'),
  unpaidOnlineHours: why('It moves the hour at which unpaid orders end, and no money.'),
  invoiceMoment: why('It says when an invoice is written, and nothing of what it says.'),
  invoiceEmail: why('The owner of the order gets the same invoice in both ways.'),
  eInvoice: why('The owner of the order gets the same invoice in one more form.'),
  invoicePrefix: NUMBERS,
  creditNotePrefix: NUMBERS,
  numbersByYear: NUMBERS,
  numberDigits: NUMBERS,
  firstNumber: NUMBERS,
  datevChart: BOOKS,
  datevConsultant: BOOKS,
  datevClient: BOOKS,
  accountNumbers: BOOKS,
  withdrawalDays: why('It can only give customers more than the law does.'),
  returnLabels: why('Staff still decide on each return.'),
  undoSeconds: why('It only delays emails by seconds.'),
  isOpen: why('Only the console looks at it.'),
}
