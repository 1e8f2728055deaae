/** An address that a customer keeps, as the API shows it. */
import { type Static, Type } from 'typebox'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { DeliveryAddress, NewDeliveryAddress } from '../delivery-address.ts'

/** More than a person sends parcels to. */
export const MOST_ADDRESSES = 20

const isDeliveryDefault = Type.Boolean({ description: 'The checkout begins with it. At most one address is.' })
const isBillingDefault = Type.Boolean({
  description: 'The checkout begins with it as the address on the invoice. At most one address is.',
})

const Label = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '\\S',
  [TRIM]: 'words',
  [CHECK]: directionMark,
  examples: ['Work'],
})

export const KeptAddress = Type.Object(
  {
    id: Uuid,
    label: orNull(Type.String(), { description: 'What the customer calls it.' }),
    address: DeliveryAddress,
    isDeliveryDefault,
    isBillingDefault,
    createdAt: Time,
  },
  { title: 'KeptAddress' },
)
export type KeptAddress = Static<typeof KeptAddress>

/** Fields beside an address. */
export const KEPT_WITH = {
  label: Type.Optional(orNull(Label)),
  isDeliveryDefault: Type.Optional(isDeliveryDefault),
  isBillingDefault: Type.Optional(isBillingDefault),
}

const address = {
  name: 'Ada Lovelace',
  line1: '12 St James Square',
  postcode: 'SW1Y 4JH',
  city: 'London',
  country: 'GB',
}

export const NewKeptAddress = Type.Object(
  { ...KEPT_WITH, address: NewDeliveryAddress },
  { title: 'NewKeptAddress', examples: [{ label: 'Work', address }] },
)
export type NewKeptAddress = Static<typeof NewKeptAddress>

export const KeptAddressChange = Type.Object(
  { ...KEPT_WITH, address: Type.Optional(NewDeliveryAddress) },
  { title: 'KeptAddressChange', examples: [{ isDeliveryDefault: true }] },
)
export type KeptAddressChange = Static<typeof KeptAddressChange>
