import type { catalogue as german } from '../de/catalogue.ts'
import type { Plural } from '../text.ts'

export const catalogue: Record<keyof typeof german, string | Plural> = {}
