/** The boxes with the permissions of staff. */
import { PERMISSIONS, type Permission } from '../../accounts/tables.ts'
import type { Field } from '../../pages/field.ts'

export const PERMISSION_TEXT: Record<string, string> = {
  orders: 'Orders',
  products: 'Products',
  customers: 'Customers',
  money: 'Money',
  settings: 'Settings',
} satisfies Record<Permission, string>

const MEANINGS: Record<Permission, string> = {
  orders:
    'Orders, packing slips, returns and withdrawals. Cancelling a paid order or accepting a withdrawal pays it back.',
  products: 'Products, their pictures, files and stock.',
  customers: 'Customers, their messages, emails and announcements.',
  money: 'Sales, payments, refunds, invoices, VAT, delivery prices and discount codes.',
  settings:
    'Name and look, legal pages, words of emails. The bank account needs Money too, addresses that get data need Orders or Customers.',
}

export const PERMISSION_FIELDS: Field[] = PERMISSIONS.map((permission, index) => ({
  name: `permissions.${index}`,
  label: PERMISSION_TEXT[permission]!,
  type: 'checkbox',
  ticked: permission,
  hint: MEANINGS[permission],
  group: 'May work with',
}))

/** The values of the boxes. */
export function tickedIn(permissions: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    PERMISSIONS.map((permission, index) => [
      `permissions.${index}`,
      permissions.includes(permission) ? permission : '',
    ]),
  )
}
