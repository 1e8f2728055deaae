/**
 * The error texts of a form. The server and the browser import this file, so a page shows the same text with and without
 * JavaScript. The API names fields by their property names; a page names them by their labels.
 *
 * @typedef {import('./form-rules.js').Problem} Problem
 * @typedef {{ field?: string, reason: string, href?: string }} Reason
 * @typedef {{ name: string, label?: string | undefined, kind?: string | undefined, value?: string | undefined,
 *             choices?: readonly string[] | undefined }} LabeledField
 */
import { amountReason, decimalsOf, readAmount, spendsKey } from './form-rules.js'

/** The heading of a summary, and of one that lists fields by their labels. */
export const HEADLINE = 'There is a problem'
export const HEADLINE_WITH = 'There is a problem with:'

/**
 * The reasons of a problem with their fields, or else its detail; and when to try again.
 *
 * @param {Problem} problem
 * @param {string | null | undefined} retryAfter the header
 * @param {readonly LabeledField[]} [fields] in the order of the page, which the reasons follow
 * @param {string} [here] the address of the page
 * @param {(name: string) => string} [say] names a property that no field of the page shows
 * @returns {Reason[]}
 */
export function reasonsOf(problem, retryAfter, fields = [], here = '', say = name => name) {
  const wait = waitOf(retryAfter)
  // The script knows the language in the address; the server adds it to the links of the page.
  const [prefix = ''] = /^\/[a-z]{2}(?=\/)/.exec(here) ?? []
  if (problem.code === 'rate_limited' && wait) return [{ reason: `Too many attempts. Try again in ${wait}.` }]
  if (problem.code === 'unauthenticated')
    return [{ reason: SIGNED_OUT, href: `${prefix}/login?next=${encodeURIComponent(here)}` }]
  if (problem.code === 'reauthentication_required' && /^(?:\/[a-z]{2})?\/account/.test(here))
    return [{ reason: CONFIRM, href: `${/account\/./.test(here) ? '' : `${prefix}/account/confirm`}#confirm-title` }]
  if (spendsKey(problem)) return [{ reason: SENT_BEFORE }]
  const reasons = pageText(problem, fields) ?? fieldReasons(problem, fields, say)
  if (reasons.length === 0) reasons.push({ reason: problem.detail ?? problem.title })
  if (wait) reasons.push({ reason: `Please try again in ${wait}.` })
  if (problem.status >= 500 && problem.requestId) reasons.push({ reason: `Reference: ${problem.requestId}` })
  return reasons
}

/**
 * Text for problems that the API describes for programs, or that a page can explain better because it knows the form.
 *
 * @param {Problem} problem
 * @param {readonly LabeledField[]} fields
 * @returns {Reason[] | undefined}
 */
function pageText(problem, fields) {
  if (problem.code === 'insufficient_stock' && problem.all) return shortages(problem.all, fields)
  if (problem.code === 'too_many_returned' && problem.all)
    return problem.all.map(({ name, left }) => ({ reason: `${name}: only ${left} left to return.` }))
  // No account can have this email or password, and the errors say why.
  if (problem.code === 'invalid_credentials' && problem.errors) return undefined
  const known = problem.code && Object.hasOwn(PROBLEM_REASONS, problem.code) ? PROBLEM_REASONS[problem.code] : undefined
  const fitting = known?.find(({ field }) => field === undefined || fields.some(({ name }) => name === field))
  return fitting && [{ reason: problem.detail ?? problem.title, ...fitting }]
}

const SIGNED_OUT = "You've been signed out. Sign in to continue."

/** Asks for a confirmation. A page that came with the refusal has the form for it; on an older page the link leads to one. */
const CONFIRM = "Confirm it's you to continue."

const SENT_BEFORE =
  'We already accepted this form before you changed it. To send your changes too, press the button again.'

/**
 * The texts of each problem code. The first entry whose field is on the form is used. An entry without a reason shows the
 * problem's detail.
 *
 * @type {Record<string, Partial<Reason>[]>}
 */
const PROBLEM_REASONS = {
  csrf_required: [{ reason: 'We could not verify this form. Allow cookies for this site, then send it again.' }],
  invalid_credentials: [{ reason: 'Wrong email or password.' }],
  invalid_passkey: [{ reason: "That passkey wasn't accepted. Try again, or sign in with your password." }],
  invalid_code: [
    {
      field: 'code',
      reason: "That code isn't right. Enter the newest code.",
    },
    { field: 'recoveryCode', reason: "That recovery code isn't right, or was already used." },
    { field: 'serial', reason: "These codes don't belong to a free token with this serial number. Check all three." },
    { field: 'passkey', reason: 'That passkey was not accepted. Try again, or sign in another way.' },
  ],
  code_already_used: [
    {
      field: 'code',
      reason: 'This code was already used. Wait for the next code in your app (up to 30 seconds).',
    },
    { field: 'recoveryCode', reason: 'This recovery code was already used. Enter another one.' },
  ],
  discount_used_up: [{ field: 'discountCode' }],
  code_from_the_future: [{ field: 'code' }],
  code_expired: [{ field: 'code' }],
  second_factor_disabled: [{ field: 'code' }],
  invalid_reset_token: [
    { reason: 'This link has expired or was already used. Get a new link.', href: '/forgot-password' },
  ],
  invalid_recovery_token: [{ reason: 'This link has expired or was already used.' }],
  recovery_ended: [{ reason: 'This request has ended already.' }],
  invalid_verification_token: [{ reason: 'This link has expired, or belongs to an earlier email address.' }],
  no_sms_factor: [{ reason: 'This account has no phone number for sign-in codes.' }],
  last_second_factor: [{ reason: 'You need at least one sign-in method. Add another before removing this one.' }],
}

/**
 * A product form adds a quantity to the cart, so its error counts the cart too. An order lists its products.
 *
 * @param {import('./form-rules.js').Shortage[]} all
 * @param {readonly LabeledField[]} fields
 * @returns {Reason[]}
 */
function shortages(all, fields) {
  const quantity = fields.find(({ name }) => name === 'quantity')
  return all.map(({ product, asked, left }) => {
    if (left === 0) return { reason: `${product.name} is out of stock.` }
    if (!quantity) return { reason: `${product.name}: only ${left} left.` }
    const inCart = asked - Number(quantity.value)
    const already = inCart > 0 ? ` (${inCart} ${inCart === 1 ? 'is' : 'are'} already in your cart)` : ''
    return { field: 'quantity', reason: `Only ${left} left${already}.` }
  })
}

/**
 * @param {Problem} problem
 * @param {readonly LabeledField[]} fields
 * @param {(name: string) => string} say
 * @returns {Reason[]}
 */
function fieldReasons({ errors = [] }, fields, say) {
  /** @param {{ field: string }} error */
  const position = ({ field }) => {
    const index = fields.findIndex(({ name }) => name === field)
    return index < 0 ? fields.length : index
  }
  const inOrder = errors.toSorted((a, b) => position(a) - position(b))
  return inOrder.map(error => ({
    field: error.field,
    reason:
      (error.code === 'required' && MISSING[error.field]) ||
      `${labelOf(error.field, fields, say)} ${reasonText(error, fields)}`,
  }))
}

/**
 * Replaces "is required" after the label, where a person would not say that.
 *
 * @type {Record<string, string>}
 */
const MISSING = {
  userName: 'Enter your name',
  // The data of a file.
  data: 'Choose a file first. An empty one cannot be read.',
  orderIds: 'Select at least one order',
  scopes: 'Choose at least one permission',
  // The quantity in the form of a return.
  'items.0.quantity': 'Enter how many pieces you send back',
}

/**
 * @param {string} field
 * @param {readonly LabeledField[]} fields
 * @param {(name: string) => string} say
 */
function labelOf(field, fields, say) {
  const label = fields.find(({ name }) => name === field)?.label
  if (label) return label
  // No field of the form has this name: `items.0.productId` becomes "Product id".
  const name = field.split('.').findLast(step => !/^\d*$/.test(step)) ?? field
  const text = name.replaceAll(/([a-z])([A-Z])|_+/g, (_, end = '', start = '') => `${end} ${start}`).toLowerCase()
  return say(text.charAt(0).toUpperCase() + text.slice(1))
}

/**
 * @param {import('./form-rules.js').FieldProblem} error
 * @param {readonly LabeledField[]} fields
 */
function reasonText({ field, reason, code = '' }, fields) {
  const { kind, value, choices = [] } = fields.find(({ name }) => name === field) ?? {}
  if (code === 'invalid_type' && value === '') return 'is required'
  const currency = fields.find(({ name }) => name === 'currency')?.value ?? ''
  if (kind === 'price' && code === 'invalid_type') {
    if (readAmount(value ?? '', currency) === 'ambiguous') return amountReason('ambiguous', value ?? '', currency)
    if (decimalsOf(currency) === 0) return WHOLE_PRICE
  }
  if (kind === 'price' && Object.hasOwn(PRICES, code)) return PRICES[code]
  if (kind === 'phone' && code === 'invalid_format') return 'must include the country code, like +49 170 1234567'
  if (reason.startsWith(ONE_OF))
    return saidChoices(choices.length > 0 ? choices : reason.slice(ONE_OF.length).split(', '))
  if (code === 'invalid_type' && reason.includes('integer')) return 'must be a whole number'
  return Object.hasOwn(CODE_REASONS, code) ? CODE_REASONS[code] : reason
}

const ONE_OF = 'must be one of '

/** Number of choices that a sentence names. */
const NAMED_CHOICES = 10

/**
 * Names the choices as the page does. The API knows them by their codes.
 *
 * @param {readonly string[]} choices
 */
function saidChoices(choices) {
  return choices.length > NAMED_CHOICES ? `${ONE_OF}the choices` : ONE_OF + choices.join(', ')
}

/**
 * Replaces reasons of the API that are written for programs.
 *
 * @type {Record<string, string>}
 */
const CODE_REASONS = {
  invalid_email: 'must be a valid address, like name@example.com',
  invalid_date_time: 'must be a date',
  too_common: 'is too common or too easy to guess. Choose another one',
  empty_period: 'must be later than the first day',
  unknown_product: 'is no longer sold',
  no_delivery: 'must be a country that we deliver to',
  no_delivery_there: 'is of a place that we do not deliver to',
  unknown_delivery: 'does not go to this country. Choose again',
}

/**
 * The API counts in minor units, the page does not.
 *
 * @type {Record<string, string>}
 */
const PRICES = {
  invalid_type: 'must be an amount like 24.50',
  too_small: 'must not be negative',
  too_large: 'is too high',
}

/** Gives an example without decimals, for currencies such as yen: one with decimals would be refused too. */
const WHOLE_PRICE = 'must be a whole amount like 2450, without decimals'

/** @param {string | null | undefined} retryAfter */
function waitOf(retryAfter) {
  const seconds = Number.parseInt(retryAfter ?? '', 10)
  if (!(seconds > 0)) return undefined
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
