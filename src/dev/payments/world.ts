/** The state from which the API of the provider of development answers. */
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
  /** Earlier states of single objects, for requests that see the lag. */
  replica: Replica
}
