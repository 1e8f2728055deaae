/** The pages of the settings: one for each group. */
import type { FastifyInstance } from 'fastify'
import { isAddressSetting, listAddresses } from '../../accounts/staff/shop-addresses.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { facts, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { listShopZones } from '../../shop/calendar/zones.ts'
import { ratioText } from '../../shop/look/accent.ts'
import { contrastsOf, schemesOf } from '../../shop/look/palette.ts'
import { homePictureAddress, logoAddress } from '../../shop/pictures.ts'
import { loadShop, type Shop } from '../../shop/settings.ts'
import type { Text } from '../../words/text.ts'
import { colon, currentLanguage, t, translated } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage, mayOpen, staffPage } from '../layout.ts'
import { ADDRESS_FORMS, addressSection } from './address-section.ts'
import { listLinkedPages } from './menu-fields.ts'
import { fieldsFor, GROUPS, type Group, valuesOf } from './setting-groups.ts'

export function settingsPages(app: FastifyInstance, context: AppContext): void {
  staffPage(app, '/admin/settings', visitor => indexPage(visitor))
  for (const group of GROUPS) groupPage(app, context, group)
}

const OTHERS = [
  ['/admin/delivery-methods', 'Delivery methods', 'Where your parcels go, for how much, and how long they take.'],
  ['/admin/tax-rates', 'VAT rates', 'By country and class, from which day on.'],
  ['/admin/pages', 'Legal pages', 'Imprint, terms, privacy, withdrawal and delivery.'],
  ['/admin/settings/email-texts', 'Words of emails', 'What each email says, in each language.'],
] as const

function indexPage(visitor: Visitor): Html {
  return consolePage({
    title: 'Settings',
    visitor,
    main: html`<h1>${t('Settings')}</h1>
      <ul class="plain grid three">${GROUPS.map(
        ({ name, title, about }) =>
          html`<li class="card"><h2><a href="/admin/settings/${name}">${translated(title)}</a></h2>
            <p class="soft">${translated(about)}</p></li>`,
      )}${OTHERS.filter(([href]) => mayOpen(visitor, href)).map(
        ([href, title, about]) =>
          html`<li class="card"><h2><a href="${href}">${translated(title)}</a></h2><p class="soft">${translated(about)}</p></li>`,
      )}</ul>`,
  })
}

function groupPage(app: FastifyInstance, { db, config }: AppContext, group: Group): void {
  const pictures = PICTURES[group.name]
  const address = `/admin/settings/${group.name}`
  const confirm = confirmForm(`${address}/confirm`)
  formsPage(app, {
    address,
    forms: [
      group.form,
      ...(pictures ? [pictures.set, pictures.remove] : []),
      ...(hasAddresses(group) ? ADDRESS_FORMS : []),
      confirm,
    ],
    async render(visitor, _, states) {
      const shop = await loadShop(db)
      const zones = group.name === 'selling' ? await listShopZones(db) : []
      const addresses = /^(?:menu|footer)$/.test(group.name) ? await listLinkedPages(db, shop) : []
      return consolePage({
        title: group.title,
        visitor,
        states,
        main: html`<p><a href="/admin/settings">${t('Settings')}</a></p><h1>${translated(group.title)}</h1>
          <p class="lede">${translated(group.about)}</p>
          <div class="card form-card">${
            group.name === 'emails' && senderFact(config.mailFrom)
          }${confirmation(confirm, visitor, states)}${settingsForm(
            visitor,
            group,
            { shop, zones, addresses },
            explainConfirmation(states),
          )}</div>
          ${hasAddresses(group) && addressSection(visitor, await listAddresses(db), states)}
          ${group.name === 'look' && section('colors', 'How the color looks', swatches(shop), { look: 'card form-card' })}
          ${pictures && pictureSection(visitor, pictures, shop, states)}`,
      })
    },
  })
}

type Known = { shop: Shop; zones: readonly string[]; addresses: readonly string[] }

function settingsForm(visitor: Visitor, group: Group, { shop, ...offered }: Known, states: FormStates): Html {
  const state = states[group.form.id]
  const values = valuesOf(shop)
  const form = fieldsFor(group, shop, { ...values, ...state?.values }, offered)
  if (form.changesOnly || !state) return formsOf(visitor, states)(form, values)
  // Keeps the typed values, but takes the new version: the next press changes the settings that the page shows now.
  const typed = { ...state, values: { ...state.values, version: values.version } }
  return formsOf(visitor, { [form.id]: typed })(form)
}

function hasAddresses({ form }: Group): boolean {
  return form.fields.some(({ name }) => isAddressSetting(name))
}

function senderFact(mailFrom: string): Html {
  return html`<p class="soft">${rich('Emails come from {address}. Whoever runs the server decides the address.', {
    address: html`<code>${mailFrom}</code>`,
  })}</p>`
}

/** Buttons, links and text by day and at night, with their contrasts. */
function swatches(shop: Shop): Html {
  const { light, dark } = schemesOf(shop)
  const swatch = (name: string, { brand, 'brand-ink': onBrand, paper, ink }: typeof light) =>
    html`<svg class="swatch" viewBox="0 0 280 56" width="280" height="56" role="img" aria-label="${name}${colon()} ${brand}">
      <rect width="280" height="56" rx="10" fill="${paper}"/><rect x="12" y="10" width="86" height="36" rx="8" fill="${brand}"/>
      <text x="55" y="33" text-anchor="middle" font-size="14" fill="${onBrand}">${t('Button')}</text><text x="145" y="33"
        text-anchor="middle" font-size="14" fill="${brand}">${t('Link')}</text><text x="225" y="33"
        text-anchor="middle" font-size="14" fill="${ink}">${t('Text')}</text></svg>`
  const figures = (name: 'By day' | 'At night', scheme: typeof light): [Text, string] => {
    const { text, links } = contrastsOf(scheme)
    return [name, t('Text {text} to 1, links {links} to 1', { text: figure(text), links: figure(links) })]
  }
  return html`<p class="row">${swatch(t('By day'), light)} ${swatch(t('At night'), dark)}</p>
    <p>${t('Contrasts, which must be at least 4.5 to 1:')}</p>
    ${facts([figures('By day', light), figures('At night', dark)])}`
}

/** A ratio in the way of the reader's language, rounded down. */
function figure(contrast: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(Number(ratioText(contrast)))
}

type PictureForms = {
  title: string
  picture: 'logo' | 'homePicture'
  addressOf: (hash: string) => string
  set: Form
  remove: Form
}

function pictureForms(page: string, word: string, forms: Omit<PictureForms, 'set' | 'remove'>): PictureForms {
  const at = `/admin/settings/${page}`
  const api = `/api/admin/settings/${word}`
  return {
    ...forms,
    set: edit({
      method: 'PUT',
      at: `${at}/${word}`,
      api,
      fields: [
        {
          name: 'data',
          label: forms.title,
          type: 'file',
          accept: 'image/jpeg,image/png,image/webp',
          required: true,
          empty: 'keep',
          hint: 'JPEG, PNG or WebP, up to 16 MB.',
        },
      ],
      button: `Save the ${word}`,
      done: 'Saved.',
      look: 'quiet',
    }),
    remove: removal({
      at: `${at}/remove-${word}`,
      api,
      button: `Remove the ${word}`,
      done: 'Removed.',
      go: at,
      look: 'text',
    }),
  }
}

/** Pictures of the settings, by the group on whose page they are. */
const PICTURES: Record<string, PictureForms> = {
  look: pictureForms('look', 'logo', { title: 'Logo', picture: 'logo', addressOf: logoAddress }),
  home: pictureForms('home', 'picture', {
    title: 'Picture',
    picture: 'homePicture',
    addressOf: hash => homePictureAddress(hash, 480),
  }),
}

function pictureSection(
  visitor: Visitor,
  { title, picture, addressOf, set, remove }: PictureForms,
  shop: Shop,
  states: FormStates,
): Html {
  const show = formsOf(visitor, states)
  const hash = shop[picture]
  const body = html`${
    hash
      ? html`<p><img class="shop-picture" src="${addressOf(hash)}"
    alt="${title} as it is now"></p>`
      : html`<p class="soft">${t('None yet.')}</p>`
  }
    ${show(set)}${hash && show(remove)}`
  return section('picture-title', title, body, { look: 'card form-card' })
}
