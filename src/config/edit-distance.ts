/** Finds the name that somebody meant. Swapped neighbors count as one mistake, as in `limti`. */
import damerauLevenshtein from 'damerau-levenshtein'

/** Counts the letters to add, remove, replace or swap with their neighbor. */
export function distanceBetween(a: string, b: string): number {
  return damerauLevenshtein(a, b).steps
}

/** Finds only what is as near as a slip of the fingers: a third of the letters. Case and underscores do not count. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // The distance takes the product of both lengths.
  if (name.length > 50) return undefined
  const plain = lettersOf(name)
  const [nearest] = [...known]
    .map(candidate => ({ candidate, distance: distanceBetween(plain, lettersOf(candidate)) }))
    .filter(({ distance }) => distance <= Math.ceil(plain.length / 3))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.candidate
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}
