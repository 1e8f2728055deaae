import type { TSchema } from 'typebox'
import type { Rewrite, VersionChange } from './version-change.ts'

/** v1 spells the name of a user `user_name` in responses, requests and errors. v2 spells it `userName`. */
export const v1: VersionChange = {
  responses: { user: renamed('userName', 'user_name'), 'user-reference': renamed('userName', 'user_name') },
  requests: { 'user-input': { ...renamed('userName', 'user_name'), value: rename('user_name', 'userName') } },
  fields: { userName: 'user_name' },
}

function renamed(newer: string, older: string): Rewrite {
  const property = rename(newer, older)
  return {
    schema: schema => {
      const { properties, required } = schema as { properties: Record<string, unknown>; required?: string[] }
      return {
        ...schema,
        properties: property(properties),
        ...(required && { required: required.map(name => (name === newer ? older : name)) }),
      } as TSchema
    },
    value: property,
  }
}

/** Renames one property and keeps its position. A property that already has the new name is dropped. */
function rename(from: string, to: string) {
  return (value: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== to)
        .map(([name, content]) => [name === from ? to : name, content]),
    )
}
