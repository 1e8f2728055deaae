import type { emails as german } from '../de/emails.ts'
import type { Plural } from '../text.ts'

export const emails: Record<keyof typeof german, string | Plural> = {}
