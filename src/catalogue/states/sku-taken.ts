import { violatesUnique } from '../../database/errors.ts'
import { Problem } from '../../problems.ts'

export async function throwIfSkuTaken<T>(sku: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violatesUnique(error, 'products_sku_unique')) throw error
    throw new Problem('sku_taken', `A product with the SKU ${sku} already exists. Use another SKU.`, {
      errors: [{ field: 'sku', reason: 'is already taken', code: 'taken' }],
    })
  }
}
