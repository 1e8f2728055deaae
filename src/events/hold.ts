import { Type } from 'typebox'
import type { Db } from '../database/schema.ts'
import { readShop } from '../shop/settings.ts'
import { SECOND } from '../time.ts'

/** The console asks for it, and programs may. Without it an email goes out at once. */
export const Undoable = Type.Boolean({
  description:
    'The email waits for the seconds that the shop has set, so that the step can be undone before it goes out.',
})

/** Milliseconds that the email of a step waits. */
export async function holdOf(db: Db, undoable: boolean | undefined): Promise<number> {
  return undoable ? (await readShop(db)).undoSeconds * SECOND : 0
}
