/**
 * The file for price comparison, by the rules of Kelkoo Group: "Product data feed", at kelkoogroup.com under
 * /kelkoo-customer-service/support-for-merchants/shopping-guides/product-data-feed/, with the list of all fields at
 * /fr/structure-du-fichier-et-details-des-champs, read on 2026-11-28. It is for one country. The order of the elements is that of its
 * sample. Titles have 80 characters at most, and descriptions 300 without HTML.
 */
import { basePriceText } from '../../catalogue/attributes/base-price.ts'
import { type Elements, textOf } from '../../documents/e-invoice/xml.ts'
import { decimal } from '../../pages/format.ts'
import { daysText } from '../../pricing/cost-rows.ts'
import { attributeElements, cut, type Offer } from './offer.ts'

const MOST = { title: 80, description: 300 }

/** Codes of the availability: 1 is in stock, and 6 out of stock. */
const AVAILABILITY = { there: '1', gone: '6' }

export function kelkooChannel(): [begin: string, end: string] {
  return ['<?xml version="1.0" encoding="UTF-8"?>\n<products>\n', '</products>\n']
}

export function kelkooProduct(offer: Offer): Elements {
  const { product, before, images, shipping } = offer
  const [image, second, third, fourth] = images
  const [delivery] = shipping
  const { currency } = product
  const attributes = attributeElements(product, 'kelkoo')
  const text = (value: FeedText) => (typeof value === 'string' ? textOf(value) : undefined)
  return {
    product: {
      'offer-id': String(product.id),
      title: textOf(cut(offer.title, MOST.title)),
      'product-url': offer.link,
      'landing-page-url': offer.link,
      price: decimal(product.price, currency),
      'price-no-rebate': before === undefined ? undefined : decimal(before, currency),
      brand: textOf(product.brand ?? product.manufacturer),
      description: textOf(cut(offer.description, MOST.description)),
      'image-url': image,
      ean: text(attributes.ean),
      'merchant-category': textOf(offer.category.join(' > ')),
      availability: offer.isThere ? AVAILABILITY.there : AVAILABILITY.gone,
      'delivery-cost': delivery && decimal(delivery.price, currency),
      'delivery-time': delivery && textOf(daysText(delivery.days)),
      mpn: text(attributes.mpn),
      sku: textOf(product.sku),
      colour: textOf(offer.known.color),
      'unit-price': textOf(basePriceText(product.base_price, currency)),
      currency,
      'image-url-2': second,
      'image-url-3': third,
      'image-url-4': fourth,
      'made-in': text(attributes['made-in']),
    },
  }
}

type FeedText = ReturnType<typeof attributeElements>[string]
