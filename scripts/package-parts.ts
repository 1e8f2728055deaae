/*
 * The parts that an installation of the package gets, as npm-shrinkwrap.json pins them: what package-lock.json names, without what
 * only development needs. Two machines then install the same files, and the bill of materials lists exactly these.
 */

/** An entry of a lock file; npm knows more members, which are kept as they are. */
type Part = {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  dev?: boolean
  optional?: boolean
}
type Lock = { lockfileVersion: number; packages: Record<string, Part> }
type Manifest = Part & { name: string; version: string }

/**
 * @param lock the package-lock.json of the clone
 * @param manifest the package.json of the package
 */
export function shrinkwrapOf({ lockfileVersion, packages: known }: Lock, manifest: Manifest) {
  const required = partsOf(known, Object.keys(manifest.dependencies ?? {}), false)
  const all = partsOf(known, Object.keys(manifest.dependencies ?? {}), true)
  const packages = [...all].sort().map(path => {
    const { dev: _dev, optional: _optional, ...part } = known[path]!
    return [path, required.has(path) ? part : { ...part, optional: true }]
  })
  const { name, version } = manifest
  return { name, version, lockfileVersion, requires: true, packages: { '': manifest, ...Object.fromEntries(packages) } }
}

/** The paths of `names` and of all that they need, found as Node finds modules: from the innermost folder outwards. */
function partsOf(known: Record<string, Part>, names: string[], withOptional: boolean): Set<string> {
  const found = new Set<string>()
  const open = names.map(name => ({ name, from: '' }))
  for (let next = open.pop(); next; next = open.pop()) {
    const path = pathOf(known, next.name, next.from)
    if (!path || found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = known[path]!
    const needed = { ...peerDependencies, ...dependencies, ...(withOptional && optionalDependencies) }
    for (const name of Object.keys(needed)) open.push({ name, from: path })
  }
  return found
}

function pathOf(known: Record<string, Part>, name: string, from: string): string | undefined {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (known[path]) return path
  const outer = from.lastIndexOf('/node_modules/')
  return from === '' ? undefined : pathOf(known, name, outer < 0 ? '' : from.slice(0, outer))
}
