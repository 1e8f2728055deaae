import type { VersionChange } from './version-change.ts'

export type Version = {
  name: string
  /** The first day on which `?api-version=` selects it. */
  released: string
  /** Deprecated since then (RFC 9745). */
  deprecated?: Date
  /** The time of its removal (RFC 8594), once decided. */
  sunset?: Date
  /** The difference to the next newer version; undefined in the current one. */
  change?: VersionChange
}

/**
 * The supported versions, oldest first; the last one is current. To retire the oldest, delete its line here and its file.
 * Its addresses then answer 410, because every number below the oldest supported one was published once.
 */
export const VERSIONS: Version[] = [
  { name: 'v1', released: '2023-01-01', deprecated: new Date('2024-01-01'), change: (await import('./v1.ts')).v1 },
  { name: 'v2', released: '2024-01-01', deprecated: new Date('2025-01-01'), change: (await import('./v2.ts')).v2 },
  { name: 'v3', released: '2025-01-01' },
]

export const CURRENT = VERSIONS.at(-1)!
