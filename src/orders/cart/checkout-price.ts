/** Prices the checkout with the quote of the API, for what was chosen so far. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { countGuess, foldCode } from '../../pricing/discount-code.ts'
import { findDeliveryCountries } from '../../pricing/price-problems.ts'
import { readSeller } from '../../pricing/seller.ts'
import { Problem } from '../../problems.ts'
import { checkQuoted, type Quote, quote } from '../quote.ts'
import type { Cart } from './view.ts'

type Chosen = {
  country: string | undefined
  postcode?: string | undefined
  delivery?: string | undefined
  discountCode?: string | undefined
  vatId?: string | undefined
}

export type CheckoutPrice = {
  /** Countries to which the shop delivers what is in the cart. */
  countries: string[]
  /** Country of this order: the chosen country, or else the shop's own. undefined: the customer has to choose. */
  country: string | undefined
  /** A country that was asked for, and where the shop does not deliver. */
  elsewhere: string | undefined
  /** undefined: it has no price now. */
  quote: Quote | undefined
  /** Explains why it has no price. */
  problem: Problem | undefined
}

export async function priceCheckout(
  context: AppContext,
  request: FastifyRequest,
  { items, currency }: Cart,
  chosen: Chosen & { userId: string | undefined },
): Promise<CheckoutPrice> {
  const { db, clock } = context
  const now = clock.now()
  const seller = await readSeller(db, now)
  const countries = await findDeliveryCountries(db, currency, seller)
  const wished = chosen.country
  const country = [wished, seller.country, ...(countries.length === 1 ? countries : [])].find(
    code => code && countries.includes(code),
  )
  const place = { countries, country, elsewhere: wished && !countries.includes(wished) ? wished : undefined }
  if (!country) return { ...place, quote: undefined, problem: undefined }
  const code = await openCode(context, request, chosen.discountCode)
  const plain = {
    items: items.map(({ productId, quantity }) => ({ productId, quantity })),
    deliveryAddress: { country, ...(chosen.postcode && { postcode: chosen.postcode }) },
    ...(chosen.vatId && { vatId: chosen.vatId }),
  }
  const wish = chosen.delivery ? { ...plain, delivery: chosen.delivery } : plain
  const checked = await checkQuoted(context, plain, request.ip, seller)
  const asking = { userId: chosen.userId, now, seller, checked }
  // Leaves out a choice that does not fit, such as a delivery method of the country before. The order itself is refused
  // with the reason.
  const tries = [
    [wish, code],
    [plain, code],
    [wish, null],
    [plain, null],
  ] as const
  let problem: Problem | undefined
  for (const [order, discount] of tries) {
    const found = await quote(db, order, { ...asking, code: discount }).catch(error => {
      if (!(error instanceof Problem)) throw error
      return error
    })
    if (!(found instanceof Problem)) return { ...place, quote: found, problem: undefined }
    problem = found
  }
  return { ...place, quote: undefined, problem }
}

/** The code as it is stored, unless it is a wrong one: a page that shows what a code does would help to guess it. */
async function openCode({ db, clock }: AppContext, { ip }: FastifyRequest, typed = ''): Promise<string | null> {
  const code = foldCode(typed.slice(0, 100))
  if (code === '') return null
  const refusal = await db
    .transaction()
    .execute(tx => countGuess(tx, ip, code, clock.now()))
    .catch(error => {
      if (!(error instanceof Problem)) throw error
      return error
    })
  return refusal ? null : code
}
