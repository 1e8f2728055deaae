/** The main job of a client: find a product, order it once, and read the own name. */
export type Task = { origin: string; version: string; token: string; key: string }
export type Result = { orderId: number; total: number; totalCount: number; name: string; refused: string }
export type Job = (task: Task) => Promise<Result>

/** v1 spells the name of a user differently. */
export type AnyUser = { userName: string } | { user_name: string }

export function nameOf(user: AnyUser): string {
  return 'userName' in user ? user.userName : user.user_name
}

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value is missing')
  return value
}
