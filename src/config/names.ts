/** Names of environment variables that are nearly the name of a setting. They have no effect, and nobody would notice. */
import { distanceBetween } from './edit-distance.ts'

/**
 * @param known every name that Semel reads
 * @returns one sentence for each; other programs may mean the name, so it is only a doubt
 */
export function doubtfulNames(env: Record<string, string | undefined>, known: ReadonlySet<string>): string[] {
  return Object.keys(env)
    .filter(name => env[name]?.trim() && !known.has(name) && !/^OTEL_/.test(name))
    .flatMap(name => doubtAbout(name, known) ?? [])
}

function doubtAbout(name: string, known: ReadonlySet<string>): string | undefined {
  const [, owner] = /^(.*)_FILE$/.exec(name) ?? []
  if (owner && known.has(owner)) return `${name} has no effect: Semel does not read ${owner} from a file. Set ${owner}`
  const plain = name.toUpperCase().replace(/^SEMEL_/, '')
  // Short names are near to too many words, such as PORT to POST, and Kubernetes sets SEMEL_PORT for a service "semel".
  const [nearest] = [...known]
    .filter(setting => setting.length > 6)
    .map(setting => ({ setting, distance: distanceBetween(plain, setting) }))
    .filter(({ setting, distance }) => distance <= (setting.length > 9 ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)
  return nearest && `${name} is not a setting of Semel, and has no effect. Did you mean ${nearest.setting}?`
}
