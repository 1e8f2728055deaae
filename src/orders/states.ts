/**
 * The life of an order. No path leads back, so every state is entered at most once.
 *
 *     placed ──process──▶ processing ──ship──▶ shipped ──deliver──▶ delivered
 *        │                    │
 *        └──────cancel────────┴─────────────▶ cancelled
 */
export const ORDER_STATUSES = ['placed', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** From which states each step leads where. Staff may take any of them, the owner those under `owner`. */
export const STEPS = {
  process: { from: ['placed'], to: 'processing', owner: [] },
  ship: { from: ['processing'], to: 'shipped', owner: [] },
  deliver: { from: ['shipped'], to: 'delivered', owner: [] },
  cancel: { from: ['placed', 'processing'], to: 'cancelled', owner: ['placed'] },
} as const satisfies Record<string, { from: OrderStatus[]; to: OrderStatus; owner: OrderStatus[] }>

export type Step = keyof typeof STEPS
