import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../pages/html.ts'
import { relyingParty } from './passkeys.ts'

/** Stands beside a form for passkeys. The script shows it in place of the form when the page is at an IP address. */
export function passkeysElsewhere(context: AppContext, path: string): Html {
  const address = `${relyingParty(context).origin[0]}${path}`
  return html`<p data-passkeys-elsewhere hidden>Passkeys need a host name. Open this page at <a href="${address}">${address}</a>.</p>`
}
