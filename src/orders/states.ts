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

/** @param role who takes it: a member of staff, or the owner who is none */
export function mayTake(step: Step, status: OrderStatus, role: 'staff' | 'owner'): boolean {
  return allowedFrom(step, role).includes(status)
}

/** The refusal in words; it names the state that the order is in and the one that was asked for. */
export function whyNot(step: Step, status: OrderStatus, role: 'staff' | 'owner'): string {
  const { to } = STEPS[step]
  if (status === to) return `The order is already ${status}.`
  const from = allowedFrom(step, role)
  const can = from.length === 0 ? 'only staff can do that' : `only ${from.join(' or ')} orders can`
  return `The order is ${status} and cannot become ${to}; ${can}.`
}

function allowedFrom(step: Step, role: 'staff' | 'owner'): readonly OrderStatus[] {
  return role === 'staff' ? STEPS[step].from : STEPS[step].owner
}
