/** Names of environment variables that are nearly the name of a setting. They have no effect, and nobody would notice. */
import type { Said } from '../words/text.ts'
import { t } from '../words/words.ts'
import { distanceBetween } from './edit-distance.ts'

/** `owner`: the setting that Semel does not read from a file. `nearest`: the setting that is probably meant. */
export type DoubtfulName = { name: string } & ({ owner: string } | { nearest: string })

/**
 * @param known every name that Semel reads
 * @returns only doubts: other programs may mean the names
 */
export function doubtfulNames(env: Record<string, string | undefined>, known: ReadonlySet<string>): DoubtfulName[] {
  return Object.keys(env)
    .filter(name => env[name]?.trim() && !known.has(name) && !/^OTEL_/.test(name))
    .flatMap(name => doubtAbout(name, known) ?? [])
}

function doubtAbout(name: string, known: ReadonlySet<string>): DoubtfulName | undefined {
  const [, owner] = /^(.*)_FILE$/.exec(name) ?? []
  if (owner && known.has(owner)) return { name, owner }
  const plain = name.toUpperCase().replace(/^SEMEL_/, '')
  // Short names are near to too many words, such as PORT to POST, and Kubernetes sets SEMEL_PORT for a service "semel".
  const [nearest] = [...known]
    .filter(setting => setting.length > 6)
    .map(setting => ({ setting, distance: distanceBetween(plain, setting) }))
    .filter(({ setting, distance }) => distance <= (setting.length > 9 ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)
  return nearest && { name, nearest: nearest.setting }
}

export function sayDoubtfulName(doubt: DoubtfulName): Said {
  return 'owner' in doubt
    ? t('{name} has no effect: Semel does not read {setting} from a file. Set {setting}', {
        name: doubt.name,
        setting: doubt.owner,
      })
    : t('{name} is not a setting of Semel, and has no effect. Did you mean {setting}?', {
        name: doubt.name,
        setting: doubt.nearest,
      })
}
