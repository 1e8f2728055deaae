/** The settings of the shop in groups, each with a page and a form. */
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import { groupedIban, type Texts } from '../../shop/setting-rules.ts'
import type { Shop } from '../../shop/settings.ts'
import type { Language } from '../../words/languages.ts'
import { languageOfField, sortTexts } from '../main-first.ts'
import { accountFields, accountValues } from './account-fields.ts'
import { carrierFields, carrierValues } from './carrier-fields.ts'
import {
  countryField,
  countryFields,
  languageFields,
  lookFields,
  MARKDOWN,
  paymentFields,
  sellingFields,
  texts,
} from './group-fields.ts'
import { bothHints, hintFor, namedOptions, withCountries, withLanguage } from './in-language.ts'
import { invoiceFields, invoiceValues } from './invoice-fields.ts'
import { footerFields, headerFields, menuValues, withAddresses } from './menu-fields.ts'
import { sellerFields, sellerValues } from './seller-fields.ts'

export type Group = {
  /** The page is /admin/settings/<name>. */
  readonly name: string
  readonly title: string
  readonly about: string
  readonly form: Form
}

const API = '/api/admin/settings'

/** A colleague may have saved something since the page was opened: then nothing is saved, and the page shows it. */
const VERSION: Field = { name: 'version', label: 'Version', type: 'hidden', value: 'integer' }

type Declared = Omit<Group, 'form'> & { fields: readonly Field[]; whole?: boolean }

/** @param whole the fields make one list, which is sent as it is */
function group({ name, title, about, fields, whole = false }: Declared): Group {
  const form = edit({
    id: 'save',
    at: `/admin/settings/${name}/save`,
    api: API,
    fields: [...fields, VERSION],
    changesOnly: !whole,
    outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
    button: 'Save',
    done: 'Saved.',
  })
  return { name, title, about, form }
}

/** A field for each language that Semel has words in. Pages show those of the shop. */
export const GROUPS: readonly Group[] = [
  group({
    name: 'look',
    title: 'Name and look',
    about: 'The name, the logo and the color of your shop.',
    fields: lookFields,
  }),
  group({
    name: 'home',
    title: 'Home page',
    about: 'The first words and the picture that customers see, until you publish a home page of blocks.',
    fields: [
      ...texts('homeTitle', { label: 'Heading', type: 'text' }),
      ...texts('homeText', { label: 'Text', type: 'textarea', rows: 4, hint: MARKDOWN }),
    ],
  }),
  group({
    name: 'menu',
    title: 'Menu',
    about: 'The links at the top of pages, in place of "Products" and "Contact".',
    fields: headerFields,
    whole: true,
  }),
  group({
    name: 'footer',
    title: 'Footer',
    about: 'Links at the end of every page. Your legal pages are there by themselves.',
    fields: footerFields,
    whole: true,
  }),
  group({
    name: 'legal',
    title: 'Legal',
    about: 'Who sells, and from where.',
    fields: sellerFields,
  }),
  group({
    name: 'emails',
    title: 'Emails',
    about: 'The name that customers see beside your emails, where their answers go, and what new orders tell you.',
    fields: [
      {
        name: 'senderName',
        label: 'Sender',
        type: 'text',
        empty: 'keep',
        hint: 'Leave it empty to use the name of the shop.',
      },
      { name: 'replyTo', label: 'Answers go to', type: 'email', empty: 'keep' },
      {
        name: 'undoSeconds',
        label: 'Seconds to undo',
        type: 'number',
        value: 'integer',
        required: true,
        width: 'short',
        hint: 'How long an email waits after you ship an order or answer a message here: 0 to 25.',
      },
      {
        name: 'orderNotice',
        label: 'A new order tells you',
        type: 'radio',
        options: [
          { value: 'never', label: 'Not by email', hint: 'The menu counts the orders that wait.' },
          { value: 'at_once', label: 'At once', hint: 'One email for each order.' },
          { value: 'daily', label: 'Once a day', hint: 'One email in the night, about all orders of the day.' },
        ],
      },
      {
        name: 'orderEmail',
        label: 'At this address',
        type: 'email',
        empty: 'keep',
        hint: 'Leave it empty to use the address for questions of customers.',
      },
    ],
  }),
  group({
    name: 'carriers',
    title: 'Carriers',
    about: 'Carriers that Semel does not know, with the page where their parcels can be followed.',
    fields: carrierFields,
    whole: true,
  }),
  group({
    name: 'selling',
    title: 'Selling',
    about: 'Country, VAT, time zone, currency and delivery time.',
    fields: sellingFields,
  }),
  group({
    name: 'countries',
    title: 'Countries',
    about: 'Tick the countries that you deliver to. If you tick none, you deliver everywhere.',
    fields: countryFields,
    whole: true,
  }),
  group({
    name: 'payment',
    title: 'Payment',
    about: 'Your bank account, and how long customers have to pay.',
    fields: paymentFields,
  }),
  group({
    name: 'invoices',
    title: 'Invoice settings',
    about: 'When invoices are written, what their numbers look like, and how long they are kept.',
    fields: invoiceFields,
  }),
  group({
    name: 'accounting',
    title: 'Accounting',
    about: 'What the files for the program of your accountant need to know. They are under "Invoices".',
    fields: accountFields,
  }),
  group({
    name: 'returns',
    title: 'Return settings',
    about: 'How goods come back: for how long, to which address, with whose label.',
    fields: [
      {
        name: 'returnAddress',
        label: 'Goods come back to',
        type: 'textarea',
        rows: 4,
        empty: 'keep',
        hint: 'Leave it empty to use your company and its postal address.',
      },
      {
        name: 'withdrawalDays',
        label: 'Days to withdraw',
        type: 'number',
        value: 'integer',
        required: true,
        width: 'short',
        hint: 'After the delivery. The law wants 14 at least.',
      },
      {
        name: 'returnLabels',
        label: 'We send a label',
        type: 'checkbox',
        value: 'boolean',
        hint: 'You enter its address when you approve a return. Otherwise the customer pays for the parcel.',
      },
    ],
  }),
  group({
    name: 'languages',
    title: 'Languages',
    about:
      'The languages of pages and emails for customers. Each member of staff chooses that of the console for the account.',
    fields: languageFields,
    whole: true,
  }),
]

/** The content of all fields. */
export function valuesOf(shop: Shop): Record<string, string> {
  const { name, accent, senderName, replyTo, timeZone, currency, country } = shop
  const { iban, accountHolder, bic, bankName, transferReference } = shop
  const values: Record<string, string> = {
    name,
    accent,
    senderName,
    replyTo,
    timeZone,
    currency,
    iban: groupedIban(iban),
    accountHolder,
    bic,
    bankName,
    transferReference,
    daysToPay: String(shop.daysToPay),
    unpaidOnlineHours: String(shop.unpaidOnlineHours),
  }
  const add = (prefix: string, texts: Texts) => {
    for (const [language, text] of Object.entries(texts)) values[`${prefix}.${language}`] = text
  }
  add('homeTitle', shop.homeTitle)
  add('homeText', shop.homeText)
  add('deliveryPromise', shop.deliveryPromise)
  for (const [index, language] of shop.languages.entries()) values[`languages.${index}`] = language
  for (const code of shop.countries) values[countryField(code)] = code
  values.returnAddress = shop.returnAddress
  values.withdrawalDays = String(shop.withdrawalDays)
  values.returnLabels = String(shop.returnLabels)
  values.darkPages = String(shop.darkPages)
  for (const name of ['backgroundColor', 'textColor', 'productLayout'] as const) values[name] = shop[name]
  values.undoSeconds = String(shop.undoSeconds)
  return {
    ...values,
    ...sellerValues(shop),
    ...invoiceValues(shop),
    ...accountValues(shop),
    ...carrierValues(shop),
    ...menuValues(shop),
    country,
    vatRule: shop.vatRule,
    reverseCharge: String(shop.reverseCharge),
    vatIdCheck: shop.vatIdCheck,
    countries: '',
    version: String(shop.version),
  }
}

/** The form with the fields that this shop needs: its languages, and two links and carriers more than it has. */
/** @param offered the time zones and the addresses to choose from */
export function fieldsFor(
  { form }: Group,
  { languages, headerMenu, footerLinks, carriers, country }: Shop,
  values: Record<string, unknown>,
  { zones = [], addresses = [] }: { zones?: readonly string[]; addresses?: readonly string[] } = {},
): Form {
  const isShown = (field: Field) => {
    const { name } = field
    const [, list, row] = /^(headerMenu|footerLinks|carriers)\.(\d+)\./.exec(name) ?? []
    const isSpare =
      list !== undefined && Number(row) >= { headerMenu, footerLinks, carriers }[list as 'carriers'].length + 2
    return Boolean(values[name]) || (!isSpare && isSpoken(languageOfField(field), languages))
  }
  const isOne = languages.length === 1
  const named = (field: Field): Field => {
    return isOne && isSpoken(languageOfField(field), languages) ? field : withLanguage(field)
  }
  const known = (field: Field): Field => {
    if (field.name === 'timeZone') return { ...field, options: zones.map(value => ({ value })) }
    const named = namedOptions(field.name)
    if (named) return { ...field, options: named() }
    const hint = hintFor(field, country, values)
    return hint ? { ...field, hint: bothHints(field.hint, hint) } : withAddresses(field, addresses)
  }
  return { ...form, fields: sortTexts(withCountries(form.fields).filter(isShown), languages).map(named).map(known) }
}

function isSpoken(language: Language | undefined, languages: readonly Language[]): boolean {
  return language === undefined || languages.includes(language)
}
