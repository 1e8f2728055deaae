import type { orders as german } from '../de/orders.ts'
import type { Plural } from '../text.ts'

export const orders: Record<keyof typeof german, string | Plural> = {}
