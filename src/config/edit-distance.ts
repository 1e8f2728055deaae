/** How many letters to add, remove, replace or swap with their neighbour (optimal string alignment). */
export function distanceBetween(a: string, b: string): number {
  const rows = [[...Array(b.length + 1).keys()]]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}

/** Only as near as a slip of the fingers: a third of the letters. Case and underscores do not count. */
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
