/** The operations that take an Idempotency-Key. A test compares them with the document. */
const KEYED = [
  '/admin/announcement-drafts',
  '/admin/announcements',
  '/admin/api-keys',
  '/admin/contact-messages/{id}/replies',
  '/admin/delivery-methods',
  '/admin/discount-codes',
  '/admin/returns/{id}/refund',
  '/admin/tax-rates',
  '/auth/register',
  '/contact-messages',
  '/notifications/order-confirmation',
  '/orders',
  '/orders/{id}/payment',
  '/orders/{id}/refunds',
  '/orders/{id}/returns',
  '/products',
  '/users/me/passkeys',
  '/users/me/recovery-codes',
  '/users/me/second-factors',
  '/webhooks',
  '/withdrawals',
]

export function isKeyed(method: string, path: string): boolean {
  return method === 'POST' && KEYED.includes(path)
}
