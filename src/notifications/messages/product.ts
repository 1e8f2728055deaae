import { basePriceText } from '../../catalogue/attributes/base-price.ts'
import { titleOf } from '../../catalogue/groups/options.ts'
import type { Product } from '../../catalogue/product.ts'
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import { hello, type Letter, type MailShop } from './letter.ts'

type InStock = Pick<Product, 'id' | 'sku' | 'name' | 'options' | 'price' | 'currency' | 'base_price'>

export function backInStock(product: InStock, userName: string, { url }: MailShop): Letter {
  const { id, sku } = product
  const name = titleOf(product)
  const perUnit = basePriceText(product.base_price, product.currency)
  const price = money(product.price, product.currency) + (perUnit ? ` (${perUnit})` : '')
  return {
    subject: t('In stock: {name}', { name }),
    preview: t('You asked us to tell you once.'),
    heading: t('You can order it now'),
    before: [`${hello(userName)}\n${t('{name} ({sku}) is in stock, at {price}.', { name, sku, price })}`],
    facts: [{ kind: 'button', label: t('View the product'), address: `${url}/products/${id}` }],
    after: [
      {
        kind: 'note',
        text: t("We can't keep one for you. This is the only email about it, unless you ask again."),
      },
    ],
    reason: t('You get this email because you asked us to tell you when this product is in stock.'),
    values: { 'product.name': name, 'product.sku': sku, 'product.price': price },
  }
}
