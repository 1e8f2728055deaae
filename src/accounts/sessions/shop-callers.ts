/** The callers that many operations of the shop share: a session of staff with the permission, or a key with the scope. */

export const PRODUCT_READERS = { role: 'user', scope: 'products:read', publishable: true } as const
export const PRODUCT_WRITERS = { role: 'staff', permission: 'products', scope: 'products:write' } as const
export const ORDER_WRITERS = { role: 'staff', permission: 'orders', scope: 'orders:write' } as const
export const MONEY_MOVERS = { role: 'staff', permission: 'money', scope: 'money:write' } as const
