/** All programs whose product files are read. A file is taken for the first one that knows it. */
import { bigCommerce } from './bigcommerce.ts'
import { ecwid } from './ecwid.ts'
import { etsy } from './etsy.ts'
import { jtl } from './jtl.ts'
import { lightspeed, vend } from './lightspeed.ts'
import { magento } from './magento.ts'
import { prestaShop } from './prestashop.ts'
import { type FoundProgram, findProgram, type Program } from './program.ts'
import { shopify } from './shopify.ts'
import { shopware } from './shopware.ts'
import { square } from './square.ts'
import { squarespace } from './squarespace.ts'
import { wix } from './wix.ts'
import { wooCommerce } from './woocommerce.ts'

export const PROGRAMS: readonly Program[] = [
  squarespace,
  square,
  etsy,
  wix,
  ecwid,
  bigCommerce,
  lightspeed,
  vend,
  shopware,
  jtl,
  shopify,
  wooCommerce,
  magento,
  prestaShop,
]

export function programOf(header: readonly string[]): FoundProgram | undefined {
  return findProgram(header, PROGRAMS)
}
