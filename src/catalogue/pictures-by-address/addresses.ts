/** The addresses of pictures in a cell of a file. */

/** A product may have no more. */
export const MOST_PICTURES = 8
const LONGEST_ADDRESS = 2000

/** Other shops write several into one cell, with commas, bars or spaces between. What is no web address is left out. */
export function pictureAddresses(cell: string): string[] {
  const parts = cell.trim().split(/[\s,|;]+(?=https?:)/i)
  const addresses = parts.filter(
    part => part.length <= LONGEST_ADDRESS && /^https?:\/\/\S+$/i.test(part) && URL.canParse(part),
  )
  return [...new Set(addresses)].slice(0, MOST_PICTURES)
}
