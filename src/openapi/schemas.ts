import type { TSchema } from 'typebox'
import type { Schema } from './types.ts'

/** Schemas with a title are said once, under that name, and referred to everywhere else. */
export class SchemaLibrary {
  readonly schemas: Record<string, Schema> = {}

  /** @throws when two different schemas bear the same title */
  refer(schema: TSchema): Schema {
    return this.#tidy(schema as Schema)
  }

  #tidy(schema: Schema): Schema {
    const tidy = this.#withoutOurMarks(schema)
    const name = tidy.title
    if (!name || !tidy.properties) return tidy
    const known = this.schemas[name]
    if (known && JSON.stringify(known) !== JSON.stringify(tidy)) {
      throw new Error(`two different schemas are called ${name}`)
    }
    this.schemas[name] = tidy
    return { $ref: `#/components/schemas/${name}` }
  }

  #withoutOurMarks(schema: Schema): Schema {
    const { anyOf, ...rest } = schema
    const constants = anyOf?.map(branch => branch.const)
    // A union of literals reads better as the enumeration that it is.
    if (constants?.every(value => typeof value === 'string')) return this.#typed({ ...rest, enum: constants })
    const { properties, items, allOf, additionalProperties } = schema
    const reason = (schema as { 'x-reason'?: string })['x-reason']
    return this.#typed({
      ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !/^(x-|~|\$id$)/.test(keyword))),
      // Ours, for accounts from the time when more was accepted; to clients all addresses are of one format.
      ...(schema.format === 'stored-email' && { format: 'email' }),
      ...(reason?.startsWith('must ') &&
        !schema.description && { description: `${reason[0]!.toUpperCase()}${reason.slice(1)}.` }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, this.#tidy(part)])),
      }),
      ...(items && { items: this.#tidy(items) }),
      ...(anyOf && { anyOf: anyOf.map(branch => this.#tidy(branch)) }),
      ...(allOf && { allOf: allOf.map(branch => this.#tidy(branch)) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.#tidy(additionalProperties) }),
    })
  }

  #typed(schema: Schema): Schema {
    if (!schema.enum || schema.type) return schema
    const types = [...new Set(schema.enum.map(value => (value === null ? 'null' : typeof value)))]
    return { type: types.length === 1 ? types[0]! : types, ...schema }
  }
}
