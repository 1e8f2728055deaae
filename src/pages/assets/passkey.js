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
  const [ceremony, address = ''] = (form.dataset.passkey ?? '').split(' ')
  /** @type {any} TypeScript lacks these WebAuthn functions */
  const kinds = window.PublicKeyCredential
  if (!kinds?.parseRequestOptionsFromJSON) return failure("This browser doesn't support passkeys.")
  const csrf = input(form, '_csrf')?.value ?? ''
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf }
  let options
  try {
    const response = await fetch(address, { method: 'POST', headers, body: '{}' })
    const text = await response.text()
    if (!response.ok) return problemOf(response.status, response.headers.get('content-type'), text)
    options = JSON.parse(text)
  } catch {
    return UNREACHABLE
  }
  try {
    /** @type {any} */
    const credential =
      ceremony === 'create'
        ? await navigator.credentials.create({ publicKey: kinds.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: kinds.parseRequestOptionsFromJSON(options) })
    const field = input(form, 'passkey')
    if (field) field.value = JSON.stringify(credential.toJSON())
    return undefined
  } catch {
    const done = ceremony === 'create' ? 'added' : 'used'
    return failure(`Passkey not ${done}. It was cancelled or isn't available on this device.`)
  }
}

/**
 * @param {string} detail
 * @returns {Problem}
 */
function failure(detail) {
  return { title: 'No passkey', status: 0, detail }
}
