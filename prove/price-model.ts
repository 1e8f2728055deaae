/** The rules of reduced prices (Directive 98/6/EC, Article 6a) in the simplest form: all prices that held, and when each ended. */
import { DAY, HOUR } from '../src/time.ts'

export type PriceChange = {
  price?: number
  regular_price?: number
  sale_price?: number | null
  sale_from?: string | null
  sale_until?: string | null
}
type Sale = { sale_price: number | null; sale_from: string | null; sale_until: string | null }
type Moment = { at: Date; day: string }

export class PriceModel {
  regular: number
  sale: Sale = { sale_price: null, sale_from: null, sale_until: null }
  #price: number
  #runs = false
  /** Prices that may be announced: whether one counts that ended about 30 days ago is left open, because days are of different length. */
  #lowest: (number | null)[] = [null]
  #ended: { price: number; until: number }[] = []

  constructor(price: number) {
    this.regular = price
    this.#price = price
  }

  /** @returns false: it is refused */
  change(change: PriceChange, moment: Moment): boolean {
    const { price = this.#price, regular_price, ...rest } = change
    const regular = regular_price ?? (price === this.#price ? this.regular : price)
    const sale = { ...this.sale, ...rest }
    if (change.sale_price != null && change.sale_price >= regular) return false
    if (sale.sale_price === null) Object.assign(sale, { sale_from: null, sale_until: null })
    if (sale.sale_from && sale.sale_until && sale.sale_from > sale.sale_until) return false
    this.regular = regular
    this.sale = sale
    this.#hold(moment)
    return true
  }

  turn(moment: Moment): void {
    if (this.#priceOn(moment.day) < this.regular !== this.#runs) this.#hold(moment)
  }

  /** @returns what is wrong */
  compare({
    price,
    regular,
    lowest,
  }: {
    price: number
    regular: number | null
    lowest: number | null
  }): string | undefined {
    if (price !== this.#price) return `price ${price} instead of ${this.#price}`
    if (regular !== (this.#runs ? this.regular : null)) return `regular price ${regular} instead of ${this.regular}`
    return this.#lowest.includes(lowest) ? undefined : `lowest price ${lowest} instead of ${this.#lowest.join(' or ')}`
  }

  #priceOn(day: string): number {
    const { sale_price: sale, sale_from: from, sale_until: until } = this.sale
    const isDay = (from === null || from <= day) && (until === null || day <= until)
    return sale !== null && sale < this.regular && isDay ? sale : this.regular
  }

  #hold({ at, day }: Moment): void {
    const price = this.#priceOn(day)
    const runs = price < this.regular
    if (!runs) this.#lowest = [null]
    else if (!this.#runs || price !== this.#price) {
      const within = (time: number) =>
        this.#ended.filter(({ until }) => until > at.getTime() - time).map(ended => ended.price)
      this.#lowest = [29 * DAY, 30 * DAY + HOUR, 31 * DAY].map(time => Math.min(this.#price, ...within(time)))
    }
    if (price !== this.#price) this.#ended.push({ price: this.#price, until: at.getTime() })
    this.#price = price
    this.#runs = runs
  }
}
