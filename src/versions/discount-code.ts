import type { TSchema } from 'typebox'
import type { Rewrite } from './version-change.ts'

/** An older client reads whole percents: 12.5 is 13. It may send decimals. */
export const wholePercents: Rewrite = {
  schema: schema => {
    const { properties, ...rest } = schema as unknown as { properties: Record<string, TSchema> }
    return {
      ...rest,
      properties: { ...properties, value: { ...properties.value, type: 'integer' } },
    } as unknown as TSchema
  },
  value: code => ({ ...code, value: Math.round(code.value as number) }),
}
