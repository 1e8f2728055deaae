/** Addresses as other programs write them. */

/** Names of the region in other programs. */
const REGION_NAMES = ['state', 'province', 'county'] as const

/**
 * Makes an address of ours of a given one, in place. @returns the names of its parts that have no place: a county beside another region
 */
export function foldAddress(given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return []
  const address = given as Record<string, unknown>
  if (isEmpty(address.name) && typeof address.company === 'string') {
    address.name = address.company
    delete address.company
  }
  return REGION_NAMES.filter(name => {
    const region = address[name]
    if (typeof region !== 'string') return false
    delete address[name]
    if (isEmpty(region)) return false
    if (isEmpty(address.region)) address.region = region
    return address.region !== region
  })
}

function isEmpty(part: unknown): boolean {
  return part === undefined || part === null || (typeof part === 'string' && part.trim() === '')
}
