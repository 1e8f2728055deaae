/**
 * A product in the vocabulary of schema.org, for search engines. Each variant has a page of its own, so its group names the others by
 * their addresses (https://developers.google.com/search/docs/appearance/structured-data/product-variants, read on 2026-11-28).
 * The types of `schema-dts` check names and values, and a test lets a validator look for what Google requires (docs/decisions/066).
 */
import type {
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Product as ProductData,
  ProductGroup,
  WithContext,
} from 'schema-dts'
import { decimal } from '../../pages/format.ts'
import { canonicalAddress } from '../../pages/head.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { attributeData } from '../attributes/page.ts'
import { UNITS } from '../attributes/units.ts'
import { groupName } from '../groups/chooser.ts'
import { optionInWords } from '../groups/in-words.ts'
import { knownOption, sortOptions } from '../groups/known-options.ts'
import type { GroupWithVariants } from '../groups/queries.ts'
import type { Product } from '../product.ts'
import { inWords } from '../product-texts.ts'
import { reductionOf } from '../sales/sale.ts'
import { productPath } from './product-address.ts'

/** Cost and time of one piece that is sent to the shop's own country. */
export type ShownShipping = { country: string; price: number; currency: string; days: { least: number; most: number } }

type Around = { group: GroupWithVariants | undefined; shipping: ShownShipping | undefined }

export function structuredData(
  visitor: Visitor,
  product: Product,
  { group, shipping }: Around,
): WithContext<ProductData | ProductGroup> {
  const own = productData(visitor, product, { group, shipping })
  if (!group) return { '@context': 'https://schema.org', ...own }
  const others = group.variants.filter(({ id }) => id !== product.id)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    productGroupID: String(group.id),
    name: groupName(group),
    url: canonicalAddress(visitor, productPath(product)),
    variesBy: group.options.map(({ name }) => {
      const known = knownOption(name)
      return known ? `https://schema.org/${known}` : optionInWords(name, group.texts)
    }),
    // The other pages have the data of their products.
    hasVariant: [own, ...others.map(one => ({ url: canonicalAddress(visitor, productPath(one)) }))],
  } as WithContext<ProductGroup>
}

function productData(visitor: Visitor, product: Product, { group, shipping }: Around): Exclude<ProductData, string> {
  const images = [...product.images, ...(group?.images ?? [])]
  const { name, description } = inWords(product, group)
  const words = product.options.map(option => optionInWords(option.value, group?.texts))
  return {
    '@type': 'Product',
    name: words.length > 0 ? `${name} (${words.join(', ')})` : name,
    sku: product.sku,
    url: canonicalAddress(visitor, productPath(product)),
    ...(description && { description }),
    ...(images.length > 0 && { image: images.map(({ url }) => `${visitor.site}${url}`) }),
    ...attributeData(product),
    ...optionData(product, group),
    offers: offerOf(visitor, product, shipping),
  } as Exclude<ProductData, string>
}

/** An option that the vocabulary has no property for becomes a property with a name. */
function optionData({ options }: Product, group: GroupWithVariants | undefined): object {
  if (!group) return {}
  const { known, others } = sortOptions(options)
  const values = Object.entries(known).map(([property, value]) => [property, optionInWords(value, group.texts)])
  const additional = others.map(({ name, value }) => ({
    '@type': 'PropertyValue',
    name: optionInWords(name, group.texts),
    value: optionInWords(value, group.texts),
  }))
  return {
    inProductGroupWithID: String(group.id),
    ...Object.fromEntries(values),
    ...(additional.length > 0 && { additionalProperty: additional }),
  }
}

function offerOf(visitor: Visitor, product: Product, shipping: ShownShipping | undefined): Offer {
  const { shop } = visitor
  const { price, sale_price, sale_until } = product
  return {
    '@type': 'Offer',
    url: canonicalAddress(visitor, productPath(product)),
    price: decimal(price, product.currency),
    priceCurrency: product.currency,
    // The regular price holds after that day (https://schema.org/priceValidUntil).
    ...(price === sale_price && sale_until && { priceValidUntil: sale_until }),
    ...priceDetails(product),
    availability: availabilityOf(product),
    itemCondition: 'https://schema.org/NewCondition',
    ...(shop?.name && { seller: { '@type': 'Organization', name: shop.name } }),
    ...(shipping && { shippingDetails: shippingData(shipping) }),
    ...(shop && { hasMerchantReturnPolicy: returnPolicy(shop) }),
  }
}

/** UN/ECE Recommendation 20, "Codes for Units of Measure Used in International Trade", which schema.org's `unitCode` takes. */
const UNIT_CODES = {
  ...{ mg: 'MGM', g: 'GRM', kg: 'KGM', ml: 'MLT', cl: 'CLT', l: 'LTR', cm: 'CMT', m: 'MTR' },
  ...{ m2: 'MTK', m3: 'MTQ', piece: 'C62' },
} as const

/**
 * The price per unit (https://support.google.com/merchants/answer/6324490: `priceSpecification.referenceQuantity`), and the price that is
 * struck through: the lowest one of 30 days, as on the page.
 */
function priceDetails(product: Product): Pick<Exclude<Offer, string>, 'priceSpecification'> {
  const { price, currency, content_amount: value, content_unit: unit, base_price: perUnit } = product
  const reduction = reductionOf(product)
  const details = [
    perUnit && value !== undefined && unit !== undefined
      ? {
          '@type': 'UnitPriceSpecification' as const,
          price: decimal(price, currency),
          priceCurrency: currency,
          referenceQuantity: {
            '@type': 'QuantitativeValue' as const,
            value,
            unitCode: UNIT_CODES[unit],
            valueReference: { '@type': 'QuantitativeValue' as const, value: 1, unitCode: UNIT_CODES[UNITS[unit].base] },
          },
        }
      : [],
    reduction
      ? {
          '@type': 'UnitPriceSpecification' as const,
          priceType: 'https://schema.org/StrikethroughPrice' as const,
          price: decimal(reduction.before, currency),
          priceCurrency: currency,
        }
      : [],
  ].flat()
  return details.length > 0 ? { priceSpecification: details } : {}
}

/** Days of a delivery method run from the order to the door, so none of them is for handling. */
function shippingData({ country, price, currency, days }: ShownShipping): OfferShippingDetails {
  const time = (minValue: number, maxValue: number) =>
    ({ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' }) as const
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: decimal(price, currency), currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: time(0, 0),
      transitTime: time(days.least, days.most),
    },
  }
}

/** A policy may name this many countries (https://developers.google.com/search/docs/appearance/structured-data/return-policy). */
const MOST_COUNTRIES = 50

/** Withdrawal and returns, as the settings of the shop have them. */
function returnPolicy({
  country,
  countries,
  withdrawalDays,
  returnLabels,
}: NonNullable<Visitor['shop']>): MerchantReturnPolicy {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: countries.length > 0 ? countries.slice(0, MOST_COUNTRIES) : country,
    returnPolicyCountry: country,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: withdrawalDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${returnLabels ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
    refundType: 'https://schema.org/FullRefund',
  }
}

/** Nobody can order what is coming soon, so it is no pre-order. */
function availabilityOf({ status, stock }: Pick<Product, 'status' | 'stock'>) {
  if (status === 'discontinued') return 'https://schema.org/Discontinued'
  return status === 'active' && stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock'
}
