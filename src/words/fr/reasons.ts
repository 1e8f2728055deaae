import type { reasons as german } from '../de/reasons.ts'
import type { Plural } from '../text.ts'

export const reasons: Record<keyof typeof german, string | Plural> = {}
