/**
 * Carriers, what people call them, and where a parcel can be followed. No carrier was asked: each link was found in the public code of
 * several shops and tracking programs on 28 November 2026 (docs/world.md). A shop that needs another link adds a carrier of its own.
 */
export type CarrierLink = {
  /** The address with `{number}`, and perhaps `{postcode}` and `{country}` of who gets the parcel. */
  template: string
  /** Countries that the parcel goes to; left out: all. */
  countries?: readonly string[]
  /** Numbers that the page finds; left out: all. */
  numbers?: RegExp
}

export type Carrier = {
  code: string
  name: string
  /** Names that people write before a number, in small letters. */
  words: readonly string[]
  /** The first one whose placeholders all have a value is taken. */
  links: readonly CarrierLink[]
}

const everywhere = (template: string): readonly CarrierLink[] => [{ template }]

export const CARRIERS: readonly Carrier[] = [
  {
    code: 'dhl',
    name: 'DHL',
    words: ['dhl', 'deutsche post'],
    links: everywhere('https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}'),
  },
  {
    code: 'dpd',
    name: 'DPD',
    words: ['dpd'],
    links: [
      { template: 'https://track.dpd.co.uk/parcels/{number}', countries: ['GB'] },
      { template: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
    ],
  },
  {
    code: 'gls',
    name: 'GLS',
    words: ['gls'],
    links: [
      // The page of the group did not find parcels in the Netherlands (ha-parcel-integrations/ha-gls 1.3.0, const.py).
      { template: 'https://www.gls-info.nl/tracking?trackid={number}&zipcode={postcode}', countries: ['NL'] },
      { template: 'https://gls-group.com/GROUP/en/parcel-tracking?match={number}' },
    ],
  },
  {
    code: 'ups',
    name: 'UPS',
    words: ['ups'],
    links: everywhere('https://www.ups.com/track?tracknum={number}'),
  },
  {
    code: 'fedex',
    name: 'FedEx',
    words: ['fedex', 'federal express'],
    links: everywhere('https://www.fedex.com/fedextrack/?trknbr={number}'),
  },
  {
    code: 'hermes',
    name: 'Hermes',
    words: ['hermes', 'myhermes'],
    links: everywhere('https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{number}'),
  },
  {
    // The Hermes of Great Britain has had this name since 2022. Its page asks for the postcode itself.
    code: 'evri',
    name: 'Evri',
    words: ['evri'],
    links: everywhere('https://www.evri.com/track/parcel/{number}'),
  },
  {
    code: 'colissimo',
    name: 'Colissimo',
    words: ['colissimo', 'la poste', 'laposte'],
    links: everywhere('https://www.laposte.fr/outils/suivre-vos-envois?code={number}'),
  },
  {
    code: 'chronopost',
    name: 'Chronopost',
    words: ['chronopost'],
    links: everywhere('https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}'),
  },
  {
    code: 'mondial_relay',
    name: 'Mondial Relay',
    words: ['mondial relay', 'mondialrelay'],
    links: [
      { template: 'https://www.mondialrelay.fr/suivi-de-colis?codePostal={postcode}&numeroExpedition={number}' },
      // A number of eight digits is found with its postcode alone.
      { template: 'https://www.mondialrelay.fr/suivi-de-colis?numeroExpedition={number}', numbers: /^(?!\d{8}$)/ },
    ],
  },
  {
    code: 'postnl',
    name: 'PostNL',
    words: ['postnl', 'post nl'],
    links: [
      { template: 'https://jouw.postnl.nl/track-and-trace/{number}-{country}-{postcode}' },
      { template: 'https://jouw.postnl.nl/track-and-trace/{number}' },
    ],
  },
  {
    code: 'bpost',
    name: 'bpost',
    words: ['bpost', 'b post'],
    links: [
      { template: 'https://track.bpost.cloud/btr/web/#/search?lang=en&itemCode={number}&postalCode={postcode}' },
      { template: 'https://track.bpost.cloud/btr/web/#/search?lang=en&itemCode={number}' },
    ],
  },
  {
    code: 'royal_mail',
    name: 'Royal Mail',
    words: ['royal mail', 'royalmail'],
    links: everywhere('https://www.royalmail.com/track-your-item#/tracking-results/{number}'),
  },
  {
    code: 'usps',
    name: 'USPS',
    words: ['usps'],
    links: everywhere('https://tools.usps.com/go/TrackConfirmAction?tLabels={number}'),
  },
  {
    code: 'austrian_post',
    name: 'Österreichische Post',
    words: ['österreichische post', 'austrian post', 'post at'],
    links: everywhere('https://www.post.at/sv/sendungsdetails?snr={number}'),
  },
  {
    code: 'swiss_post',
    name: 'Swiss Post',
    words: ['swiss post', 'schweizerische post', 'schweizer post', 'die post'],
    links: everywhere('https://service.post.ch/ekp-web/ui/entry/search/{number}'),
  },
  {
    code: 'inpost',
    name: 'InPost',
    words: ['inpost'],
    links: everywhere('https://inpost.pl/sledzenie-przesylek?number={number}'),
  },
  {
    code: 'correos',
    name: 'Correos',
    words: ['correos'],
    links: everywhere('https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}'),
  },
  {
    code: 'poste_italiane',
    name: 'Poste Italiane',
    words: ['poste italiane'],
    links: everywhere('https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}'),
  },
  {
    code: 'postnord',
    name: 'PostNord',
    words: ['postnord', 'post nord'],
    links: everywhere('https://tracking.postnord.com/en/?id={number}'),
  },
]

/** Posts whose numbers of the Universal Postal Union (S10) end with this country. */
export const POSTS: Readonly<Record<string, string>> = {
  AT: 'austrian_post',
  BE: 'bpost',
  CH: 'swiss_post',
  DE: 'dhl',
  DK: 'postnord',
  ES: 'correos',
  FR: 'colissimo',
  GB: 'royal_mail',
  IT: 'poste_italiane',
  NL: 'postnl',
  SE: 'postnord',
  US: 'usps',
}

export function carrierOf(code: string | null | undefined, own: readonly Carrier[] = []): Carrier | undefined {
  return code ? [...CARRIERS, ...own].find(carrier => carrier.code === code) : undefined
}

type Receiver = { postcode?: string | undefined; country?: string | undefined }

/** @returns undefined where a page needs what nobody knows */
export function linkOf(carrier: Carrier, number: string, { postcode, country }: Receiver = {}): string | undefined {
  const values = { number, postcode: postcode?.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase(), country }
  const link = carrier.links.find(
    ({ template, countries, numbers }) =>
      (!countries || (country !== undefined && countries.includes(country))) &&
      (!numbers || numbers.test(number)) &&
      placeholdersOf(template).every(name => values[name as keyof typeof values]),
  )
  return link?.template.replaceAll(PLACEHOLDER, (_, name: keyof typeof values) => encodeURIComponent(values[name]!))
}

const PLACEHOLDER = /\{(\w+)\}/g

export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!)
}
