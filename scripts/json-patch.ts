/*
 * The difference of two JSON values as a JSON Patch (RFC 6902), which can be read, reviewed and applied. Lists of different
 * lengths are replaced as a whole.
 */
export type Change = { op: 'add' | 'replace'; path: string; value: unknown } | { op: 'remove'; path: string }

type Fields = Record<string, unknown>

/** @returns the changes that turn `from` into `to`, in the order of `from`; none if they are equal */
export function differenceOf(from: unknown, to: unknown, path = ''): Change[] {
  if (!areAlike(from, to)) return from === to ? [] : [{ op: 'replace', path, value: to }]
  const [before, after] = [from as Fields, to as Fields]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): Change[] => {
    const inside = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(after, name)) return [{ op: 'remove', path: inside }]
    if (!Object.hasOwn(before, name)) return [{ op: 'add', path: inside, value: after[name] }]
    return differenceOf(before[name], after[name], inside)
  })
}

/** Tests whether the changes from one to the other lie inside: two objects, or two lists of the same length. */
function areAlike(from: unknown, to: unknown): boolean {
  if (Array.isArray(from) || Array.isArray(to))
    return Array.isArray(from) && Array.isArray(to) && from.length === to.length
  return isObject(from) && isObject(to)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** @returns a changed copy of `from` */
export function applyChanges<T>(from: T, changes: Change[]): unknown {
  const changed = structuredClone({ root: from }) as Fields
  for (const change of changes) {
    const names = change.path
      .split('/')
      .slice(1)
      .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const [last = 'root', ...before] = ['root', ...names].reverse()
    const place = before.reverse().reduce((inside, name) => inside[name] as Fields, changed)
    if (change.op === 'remove') delete place[last]
    else place[last] = change.value
  }
  return changed.root
}
