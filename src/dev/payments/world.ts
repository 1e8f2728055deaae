/** What the API of the provider of development answers from. */
import type { Bank } from './bank.ts'
import type { EventsOut } from './events-out.ts'
import type { Replica } from './replica.ts'

export type World = {
  bank: Bank
  events: EventsOut
  pageOf: (id: string) => string
  /** Lists show an object only when it is so many milliseconds old. */
  lag: number
  /** The part of the requests that see the lag. */
  lagChance: number
  /** What single objects were before, for requests that see the lag. */
  replica: Replica
}
