/** What the API of the provider of development answers from. */
import type { Bank } from './bank.ts'
import type { EventsOut } from './events-out.ts'

export type World = {
  bank: Bank
  events: EventsOut
  pageOf: (id: string) => string
  /** Lists show an object only when it is so many milliseconds old. */
  lag: number
}
