/** Forms with a passkey: the browser asks for the passkey before the form is sent. */
import { input } from './dom.js'
import { problemOf, UNREACHABLE } from './form-rules.js'

/** @typedef {import('./form-rules.js').Problem} Problem */

/**
 * Puts the signed answer of the passkey into the field `passkey`.
 *
 * @param {HTMLFormElement} form
 * @returns {Promise<Problem | undefined>}
 */
export async function askPasskey(form) {
  // A browser handles one request at a time.
  offer?.abort()
  const [ceremony = '', address = ''] = (form.dataset.passkey ?? '').split(' ')
  if (!kinds?.parseRequestOptionsFromJSON) return failure("This browser doesn't support passkeys.")
  const { options, problem } = await fetchOptions(form, address)
  if (problem) return problem
  try {
    const publicKey =
      ceremony === 'create' ? kinds.parseCreationOptionsFromJSON(options) : kinds.parseRequestOptionsFromJSON(options)
    await fill(
      form,
      ceremony === 'create' ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }),
    )
    return undefined
  } catch (error) {
    // The options name the passkeys of the account (WebAuthn, excludeCredentials).
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      return failure('This device already has a passkey for your account.')
    return failure(ceremony === 'create' ? NOT_ADDED : NOT_USED)
  }
}

/**
 * Offers passkeys among the suggestions of the field for the email address.
 *
 * @param {HTMLFormElement} form
 * @param {(form: HTMLFormElement) => void} chosen is called when the field `passkey` is filled
 */
export async function offerPasskeys(form, chosen) {
  if (form.hidden || !(await kinds?.isConditionalMediationAvailable?.())) return
  const { options } = await fetchOptions(form, form.dataset.passkey?.split(' ')[1] ?? '')
  if (!options) return
  offer = new AbortController()
  const publicKey = kinds.parseRequestOptionsFromJSON(options)
  try {
    await fill(form, navigator.credentials.get({ publicKey, mediation: 'conditional', signal: offer.signal }))
  } catch {
    // The visitor signs in another way.
    return
  }
  chosen(form)
}

const NOT_ADDED =
  "Passkey not added. It was cancelled or isn't available on this device. Try again, or choose another way."
const NOT_USED = "Passkey not used. It was cancelled or isn't available on this device."

/** @type {any} TypeScript lacks these WebAuthn functions */
const kinds = window.PublicKeyCredential

/** @type {AbortController | undefined} */
let offer

/**
 * @param {HTMLFormElement} form
 * @param {Promise<any>} credential
 */
async function fill(form, credential) {
  const field = input(form, 'passkey')
  const answer = JSON.stringify((await credential).toJSON())
  if (field) field.value = answer
}

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @returns {Promise<{ options?: unknown, problem?: Problem }>}
 */
async function fetchOptions(form, address) {
  const headers = { 'content-type': 'application/json', 'x-csrf-token': input(form, '_csrf')?.value ?? '' }
  try {
    // Nobody is known yet on the page behind a link.
    const body = JSON.stringify({ token: form.dataset.token })
    const response = await fetch(address, { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) return { problem: problemOf(response.status, response.headers.get('content-type'), text) }
    return { options: JSON.parse(text) }
  } catch {
    return { problem: UNREACHABLE }
  }
}

/**
 * @param {string} detail
 * @returns {Problem}
 */
function failure(detail) {
  return { title: 'No passkey', status: 0, detail }
}
