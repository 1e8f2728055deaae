/** The types of openapi-types, narrowed to what our documents always have, so that readers need not handle the rest. */
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { TSchema } from 'typebox'
import type { ProblemCode } from '../problems.ts'

type Narrow<T, U> = Omit<T, keyof U> & U

export type Document = Narrow<
  OpenApi.Document,
  {
    openapi: '3.1.1'
    servers: OpenApi.ServerObject[]
    /** The reference shows the display name; it is the convention of its viewer. */
    tags: { name: string; 'x-displayName'?: string; description: string }[]
    paths: Record<string, Record<string, Operation>>
    /** The webhook of each type of event. */
    webhooks: Record<string, { post: Operation }>
    components: {
      schemas: Record<string, Schema>
      responses: Record<string, Response>
      headers: Record<string, Header>
      examples: Record<string, OpenApi.ExampleObject>
      securitySchemes: Record<string, OpenApi.SecuritySchemeObject>
    }
  }
>

export type Operation = Narrow<
  OpenApi.OperationObject,
  {
    operationId: string
    summary: string
    description: string
    tags: string[]
    security: OpenApi.SecurityRequirementObject[]
    parameters?: Parameter[]
    requestBody?: { required: boolean; content: Content } | undefined
    responses: Record<string, Response | Reference>
  }
>

export type Reference = { $ref: string }
export type Parameter = Narrow<
  OpenApi.ParameterObject,
  {
    required: boolean
    schema: Schema
    /** `x-disabled` is an extension of Scalar. */
    examples?: Record<string, OpenApi.ExampleObject & { 'x-disabled': boolean }> | undefined
  }
>
export type Header = { description: string; schema: Schema }
export type Response = { description: string; headers?: Record<string, Header | Reference>; content?: Content }
export type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, Reference | OpenApi.ExampleObject> }
>

/** A schema of our own or a reference to one. */
export type Schema = Narrow<
  OpenApi.BaseSchemaObject,
  {
    $ref?: string
    type?: string | string[]
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
    allOf?: Schema[]
    additionalProperties?: boolean | Schema
  }
>

declare module 'fastify' {
  interface FastifySchema {
    /** The permanent name of the operation for clients and the reference: `placeOrder`. */
    operationId?: string
    /** One line: "Place an order". */
    summary?: string
    /** Anything else that a caller should know, in Markdown. */
    description?: string
    /** Problems that the route may answer with, beyond those that its schemas and its access imply. */
    problems?: readonly ProblemCode[]
  }
}

/** TypeBox schemas are JSON Schema already. */
export function asSchema(schema: TSchema): Schema {
  return schema as Schema
}
