/** The API of metadata: the same two operations for products, orders and users. */
import { type TSchema, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { rowIdOf, uuidOf } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { Metadata } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { changeMetadata, MetadataChange, readMetadata, type Thing } from './metadata.ts'

const Answer = Type.Object({ metadata: Metadata }, { title: 'Metadata' })
const Change = Type.Object({ metadata: MetadataChange }, { title: 'MetadataChange' })

export function metadataRoutes(api: App, context: AppContext): void {
  add({ thing: 'product', path: 'products', title: 'Product', params: rowIdOf('product'), permission: 'products' })
  add({ thing: 'order', path: 'orders', title: 'Order', params: rowIdOf('order'), permission: 'orders' })
  add({ thing: 'user', path: 'users', title: 'User', params: uuidOf('user'), permission: 'customers' })

  function add({ thing, path, title, params, permission }: Place): void {
    const access = { role: 'staff', permission } as const
    operation(api, `GET /${path}/:id/metadata`, {
      id: `get${title}Metadata`,
      summary: `Get the metadata of a${thing === 'order' ? 'n' : ''} ${thing}`,
      access: { ...access, scope: `${path}:read` },
      params,
      answers: { 200: Answer },
      handler: async request => ({ metadata: await readMetadata(context.db, thing, idIn(request.params)) }),
    })

    operation(api, `PATCH /${path}/:id/metadata`, {
      id: `change${title}Metadata`,
      summary: `Change the metadata of a${thing === 'order' ? 'n' : ''} ${thing}`,
      access: { ...access, scope: `${path}:write` },
      stepUp: WITHOUT_STEP_UP.metadata,
      description:
        'Adds the keys that are sent and leaves the others as they are; null takes a key away. A filter ' +
        '`metadata=erp:4711` of the list finds it again, and later events carry it in `data.metadata`. A change ' +
        'is an event itself (`product.updated`, `order.changed`, `user.updated`); what changes nothing is none.',
      once: true,
      params,
      body: Change,
      answers: { 200: Answer },
      handler: async (request, reply) =>
        answerOnce(context, request, reply, async tx => ({
          metadata: await changeMetadata(tx, thing, idIn(request.params), request.body.metadata, context.clock.now()),
        })),
    })
  }
}

type Place = {
  thing: Thing
  path: 'products' | 'orders' | 'users'
  title: string
  params: TSchema
  permission: 'products' | 'orders' | 'customers'
}

function idIn(params: unknown): string | number {
  return (params as { id: string | number }).id
}
