import type { TSchema } from 'typebox'
import type { Change, Rewrite } from './version-change.ts'

/** v1 spells the name of a user `user_name`, in answers, requests and errors alike; v2 spells it `userName`. */
export const v1: Change = {
  summary: 'The name of a user is spelled `userName`, as everything else is, and no longer `user_name`.',
  answers: { user: renamed('userName', 'user_name'), 'user-reference': renamed('userName', 'user_name') },
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

/** The same object with one property under another name, in the same place; a property already of that name gives way. */
function rename(from: string, to: string) {
  return (value: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== to)
        .map(([name, content]) => [name === from ? to : name, content]),
    )
}
