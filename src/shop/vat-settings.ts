/** The shop's answer to the question whose VAT its orders carry. */
import { Type } from 'typebox'

/** `home` changes nothing in a shop that is not in the Union. */
export const VAT_RULES = ['destination', 'home', 'none'] as const
export type VatRule = (typeof VAT_RULES)[number]

const VAT_ID_CHECKS = ['form', 'vies_or_accept', 'vies_or_charge'] as const
type VatIdChecked = (typeof VAT_ID_CHECKS)[number]

export const VAT_SETTINGS = {
  vatRule: Type.Enum([...VAT_RULES], {
    description:
      'Whose VAT orders carry. `destination`: that of the place they go to (One Stop Shop). `home`: within the Union that of the ' +
      "shop's own country, for shops that sell for less than 10,000 € a year to other member states (Directive 2006/112/EC, " +
      'Article 59c). `none`: no VAT, for small businesses (Article 284). Orders keep the rule that they were placed with.',
  }),
  reverseCharge: Type.Boolean({
    description:
      'Businesses in other member states pay no VAT, because they owe it themselves (Directive 2006/112/EC, Article 138): a buyer with a ' +
      "valid VAT ID of another member state than the shop's, whose goods go to another member state. The shop needs a VAT ID of its own " +
      'country, and a `vatRule` other than `none`. Prices are shown with VAT all the same.',
  }),
  vatIdCheck: Type.Enum([...VAT_ID_CHECKS], {
    type: 'string',
    description:
      'How the VAT ID of such a buyer is checked. `form`: by its form and check digits. `vies_or_accept` and `vies_or_charge`: also at ' +
      'VIES, the register of the member states. When it is down or slow, the number counts unchecked and the order says so, or the ' +
      'order carries VAT.',
  }),
}

export const UNSET_VAT = { vatRule: 'destination' as VatRule, reverseCharge: false, vatIdCheck: 'form' as VatIdChecked }
