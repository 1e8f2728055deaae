/**
 * Finds where a parcel can be followed. Staff write a tracking number as the carrier gave it, or with the name of the carrier
 * before it: "GLS 12345678901". Without a name the shape decides, and a number that several carriers could have gets no link.
 */
type Carrier = { name: string; names: RegExp; shape?: RegExp; link: (number: string) => string }

const CARRIERS: readonly Carrier[] = [
  {
    name: 'UPS',
    names: /^ups\b/i,
    shape: /^1Z[\dA-Z]{16}$/,
    link: number => `https://www.ups.com/track?tracknum=${number}`,
  },
  {
    name: 'DHL',
    names: /^dhl\b/i,
    shape: /^(?:0034\d{16}|JJD\d{16,18}|[A-Z]{2}\d{9}DE)$/,
    link: number => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  },
  {
    name: 'DPD',
    names: /^dpd\b/i,
    shape: /^0\d{13}[\dA-Z]?$/,
    link: number => `https://tracking.dpd.de/status/en_US/parcel/${number}`,
  },
  {
    name: 'GLS',
    names: /^gls\b/i,
    shape: /^\d{11}$/,
    link: number => `https://gls-group.com/track/${number}`,
  },
  {
    name: 'FedEx',
    names: /^fedex\b/i,
    shape: /^(?:\d{12}|\d{15})$/,
    link: number => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  {
    name: 'Hermes',
    names: /^(?:hermes|evri)\b/i,
    shape: /^H\d{19}$/,
    link: number => `https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#${number}`,
  },
  {
    name: 'Colissimo',
    names: /^(?:la\s?poste|colissimo)\b/i,
    shape: /^(?:[5-9][A-Z]\d{11}|[A-Z]{2}\d{9}FR)$/,
    link: number => `https://www.laposte.fr/outils/suivre-vos-envois?code=${number}`,
  },
  {
    name: 'PostNL',
    names: /^post\s?nl\b/i,
    shape: /^(?:3S[\dA-Z]{9,13}|[A-Z]{2}\d{9}NL)$/,
    link: number => `https://postnl.nl/tracktrace/?B=${number}`,
  },
  {
    name: 'Royal Mail',
    names: /^royal\s?mail\b/i,
    shape: /^[A-Z]{2}\d{9}GB$/,
    link: number => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  {
    name: 'USPS',
    names: /^usps\b/i,
    shape: /^(?:9[1-5]\d{20}|[A-Z]{2}\d{9}US)$/,
    link: number => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
]

/** @returns undefined when nobody can say who carries the parcel */
export function findCarrier(written: string): { name: string; link: string } | undefined {
  const named = CARRIERS.find(({ names }) => names.test(written.trim()))
  const number = written
    .trim()
    .replace(named?.names ?? /^/, '')
    .replaceAll(/[\s:.#-]+/g, '')
    .toUpperCase()
  const carrier = named ?? CARRIERS.find(({ shape }) => shape?.test(number))
  // Nothing but letters and digits goes into the address.
  if (!carrier || !/^[\dA-Z]{6,40}$/.test(number)) return undefined
  return { name: carrier.name, link: carrier.link(number) }
}
