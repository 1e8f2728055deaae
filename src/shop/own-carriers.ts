/** Carriers that the shop has added: their name, and the page where a parcel can be followed. */
import { Type } from 'typebox'
import { CHECK, directionMark, TRIM } from '../http/input/keywords.ts'
import { CARRIERS, type Carrier, placeholdersOf } from '../world/parcels/carriers.ts'

/** A carrier as the settings store it. */
export type OwnCarrier = { code: string; name: string; link: string }

export const MOST_CARRIERS = 20

const KNOWN = ['number', 'postcode', 'country']

/**
 * Accepts only https, and no placeholder in the name of the host: no number may lead customers to another host. Values are encoded when
 * a link is made.
 */
export function carrierLinkMistake(template: string): { reason: string; code: string } | undefined {
  const mistake = (reason: string) => ({ reason, code: 'invalid_link' })
  if (/\s/.test(template) || !URL.canParse(template)) return mistake('must be an address like https://…/{number}')
  const { protocol, username, password, host } = new URL(template)
  if (protocol !== 'https:') return mistake('must begin with https://')
  if (username || password) return mistake('must not contain a user or a password')
  const names = placeholdersOf(template)
  if (/[{}]/.test(host)) return mistake('must not have a placeholder in the name of the host')
  if (!names.includes('number')) return mistake('must contain {number}')
  const unknown = names.find(name => !KNOWN.includes(name))
  if (unknown) return mistake(`has {${unknown}}; the placeholders are {number}, {postcode} and {country}`)
  if (/[{}]/.test(template.replaceAll(/\{\w+\}/g, ''))) return mistake('has a { or } that belongs to no placeholder')
  return undefined
}

function codeMistake(code: string): { reason: string; code: string } | undefined {
  if (!/^[a-z][a-z0-9_]{1,29}$/.test(code)) {
    return { reason: 'may have small letters, digits and _', code: 'invalid' }
  }
  if (!CARRIERS.some(carrier => carrier.code === code)) return undefined
  return { reason: 'is the code of a carrier that Semel knows already', code: 'not_allowed' }
}

export const OwnCarriers = Type.Array(
  Type.Object(
    {
      code: Type.String({
        maxLength: 30,
        [CHECK]: codeMistake,
        examples: ['courier'],
        description: 'What orders and delivery methods say. Empty: made from the name.',
      }),
      name: Type.String({ maxLength: 40, [TRIM]: 'words', [CHECK]: directionMark }),
      link: Type.String({
        maxLength: 500,
        [TRIM]: 'words',
        [CHECK]: carrierLinkMistake,
        examples: ['https://courier.example/parcels/{number}'],
        description:
          'Where a parcel can be followed: an https address with `{number}`, and perhaps `{postcode}` and `{country}` of the ' +
          'delivery. Empty: nowhere.',
      }),
    },
    { title: 'OwnCarrier' },
  ),
  {
    maxItems: MOST_CARRIERS,
    description: 'Carriers of the shop, beside those that Semel knows. An entry without a name is left out.',
  },
)

/** Leaves empty rows of the form out, and gives each carrier a code, which stays when its name changes. */
export function tidyCarriers(carriers: readonly OwnCarrier[]): OwnCarrier[] {
  const taken = new Set(CARRIERS.map(({ code }) => code))
  return carriers
    .filter(({ name }) => name.trim() !== '')
    .map(carrier => {
      const code = freeCode(carrier.code || codeFrom(carrier.name), taken)
      taken.add(code)
      return { code, name: carrier.name, link: carrier.link }
    })
}

function codeFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  return plain.length > 1 ? plain.slice(0, 25) : 'own'
}

function freeCode(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  return Array.from({ length: MOST_CARRIERS + 2 }, (_, n) => `${wanted}_${n + 2}`).find(code => !taken.has(code))!
}

export function ownCarriersOf({ carriers }: { carriers: readonly OwnCarrier[] }): Carrier[] {
  return carriers.map(({ code, name, link }) => ({
    code,
    name,
    words: [],
    links: link ? [{ template: link }] : [],
  }))
}
