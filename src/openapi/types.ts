import type { TSchema } from 'typebox'

/** The parts of OpenAPI 3.1 (spec.openapis.org/oas/v3.1.1) that our documents use. */
export type Document = {
  openapi: '3.1.1'
  info: { title: string; version: string; summary: string; description: string; contact: object; license: object }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    headers: Record<string, Header>
    examples: Record<string, { summary: string; value: unknown }>
    securitySchemes: Record<string, object>
  }
}

/** JSON Schema 2020-12. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  deprecated?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  deprecated?: true
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
}

export type Reference = { $ref: string }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  deprecated?: boolean
  schema: Schema
  example?: unknown
}
export type Header = { description: string; schema: Schema; required?: boolean }
export type Response = { description: string; headers?: Record<string, Header | Reference>; content?: Content }
export type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, Reference | { value: unknown }> }
>

declare module 'fastify' {
  interface FastifySchema {
    /** What clients and the reference call the operation, for ever: `placeOrder`. */
    operationId?: string
    /** One line: "Place an order". */
    summary?: string
    /** What else a caller should know, in Markdown. */
    description?: string
    /** What it may refuse beyond what its schemas and its access already say. */
    problems?: readonly import('../problems.ts').ProblemCode[]
  }
}

/** TypeBox schemas are JSON Schema already. */
export function asSchema(schema: TSchema): Schema {
  return schema as Schema
}
