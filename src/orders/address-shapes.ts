/**
 * How addresses look in each country: who has postcodes, and in which order the last lines stand on a label. The lists
 * are facts of the postal services (UPU), kept here because they rarely change and a package would bring names and
 * patterns that nothing here uses (docs/decisions/039).
 */
export type Place = { city: string; postcode?: string | undefined; region?: string | undefined }

/** Without postcodes, or with some that few people know, as in Ireland. Everywhere else a label needs one. */
export const POSTCODE_OPTIONAL =
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP LC ML MO MR MS MW NA NR NU PA QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VC VU YE ZW'.split(
    ' ',
  )

/** "Springfield, IL 62704": the postcode stands behind the place and its state, province or prefecture. */
const POSTCODE_BEHIND = 'AU CA CN IN JP KR NZ SG TH TW US'.split(' ')
/** "São Paulo - SP", and the postcode on a line of its own. */
const POSTCODE_BELOW = 'BR IE'.split(' ')

/** The lines of a label between the street and the country. What an address does not have leaves no gap. */
export function placeLines(country: string, { city, postcode, region }: Place): string[] {
  const joined = (separator: string, ...parts: (string | undefined)[]) => parts.filter(Boolean).join(separator)
  if (POSTCODE_BEHIND.includes(country)) return [joined(', ', city, joined(' ', region, postcode))]
  if (POSTCODE_BELOW.includes(country)) return [joined(' - ', city, region), postcode ?? ''].filter(Boolean)
  return [joined(' ', postcode, city), region ?? ''].filter(Boolean)
}
