import type { accounts as german } from '../de/accounts.ts'
import type { Plural } from '../text.ts'

export const accounts: Record<keyof typeof german, string | Plural> = {}
