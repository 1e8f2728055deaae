import type { components as C1, paths as V1 } from '../v1.d.ts'
import type { components as C2, paths as V2 } from '../v2.d.ts'
import type { components as C3, paths as V3 } from '../v3.d.ts'

export type Versions = { v1: V1; v2: V2; v3: V3 }
export type Version = keyof Versions

/** The schemas in the document of each version. */
export type Schemas = { v1: C1['schemas']; v2: C2['schemas']; v3: C3['schemas'] }
