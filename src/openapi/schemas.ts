/** The schemas of a document, each once under its title. */
import type { TSchema } from 'typebox'
import { withExample } from './examples.ts'
import type { Schema } from './types.ts'

/** Holds each schema that has a title once, under that title. All other places refer to it. */
export class SchemaLibrary {
  readonly schemas: Record<string, Schema> = {}

  /** @throws when two different schemas have the same title */
  refer(schema: TSchema): Schema {
    return this.#tidy(schema as Schema)
  }

  #tidy(schema: Schema): Schema {
    const tidy = this.#withoutOurKeywords(schema)
    const name = tidy.title
    if (!name || !tidy.properties) return tidy
    const known = this.schemas[name]
    if (known && JSON.stringify(known) !== JSON.stringify(tidy)) {
      throw new Error(`two different schemas have the title ${name}`)
    }
    this.schemas[name] = tidy
    return { $ref: `#/components/schemas/${name}` }
  }

  #withoutOurKeywords(schema: Schema): Schema {
    const { anyOf, ...rest } = schema
    const constants = anyOf?.map(branch => branch.const)
    // A union of string literals is an enumeration.
    if (constants?.every(value => typeof value === 'string')) return this.#typed({ ...rest, enum: constants })
    const { 'x-reason': reason, 'x-documented': documented } = schema as {
      'x-reason'?: string
      'x-documented'?: Schema
    }
    const { items, allOf, additionalProperties } = schema
    // A route that checks each line of a batch by itself accepts any object, and documents one with members.
    const properties = documented?.properties ? undefined : schema.properties
    return this.#typed({
      // Generators of clients do not know conditions; a description says them.
      ...Object.fromEntries(
        Object.entries(schema).filter(([keyword]) => !/^(x-|~|(\$id|if|then|else)$)/.test(keyword)),
      ),
      // A client that follows the document needs one spelling of the several that the route accepts.
      ...(documented && this.#withoutOurKeywords(documented)),
      // Old accounts may have addresses that are refused today. Clients see one format for all.
      ...(schema.format?.endsWith('-email') && { format: 'email' }),
      ...(reason?.startsWith('must ') &&
        !schema.description && { description: `${reason[0]!.toUpperCase()}${reason.slice(1)}.` }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, part]) => [name, withExample(name, this.#tidy(part), schema.title)]),
        ),
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
