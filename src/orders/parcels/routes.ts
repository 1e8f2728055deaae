/** The API that sends parcels. */
import { Type } from 'typebox'
import { actorIdOf, actsForShop } from '../../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { holdOf, Undoable } from '../../events/hold.ts'
import type { App } from '../../http/app.ts'
import { RowId, rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { ifMatch } from '../../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { MAX_QUANTITY, Order } from '../order.ts'
import { applyTransition } from '../transition.ts'
import { CarrierCode, TrackingNumber } from './parcel.ts'
import { sendParcel, takeParcelBack } from './send.ts'
import { changeTrackingNumber } from './tracking-number.ts'

export const EvenIfRefunded = Type.Boolean({
  description: 'Go on with an order although all its money went back, or is on its way back.',
})

const shipment = {
  evenIfRefunded: Type.Optional(EvenIfRefunded),
  trackingNumber: Type.Optional(TrackingNumber),
  carrier: Type.Optional(CarrierCode),
  undoable: Type.Optional(Undoable),
}

const ParcelNumber = Type.Integer({ minimum: 1, maximum: 32_767, description: 'The number of the parcel.' })

const asStep = {
  access: ORDER_WRITERS,
  stepUp: WITHOUT_STEP_UP.orders,
  once: true as const,
  ifMatch: true as const,
  params: rowIdOf('order'),
  answers: { 200: Order },
}

export function parcelRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /orders/:id/ship', {
    id: 'shipOrder',
    summary: 'Ship an order',
    ...asStep,
    description: 'The owner gets an email. Of an order of which a part has left, the rest leaves.',
    problems: ['wrong_order_state', 'order_refunded', 'changed_meanwhile'],
    body: Type.Object(shipment),
    handler: async (request, reply) => {
      const { trackingNumber, carrier, undoable, evenIfRefunded } = request.body
      const details = {
        ...actorOf(request, context),
        check: ifMatch(request, reply),
        trackingNumber,
        carrier,
        evenIfRefunded,
        hold: await holdOf(context.db, undoable),
      }
      return answerOnce(context, request, reply, tx => applyTransition(tx, request.params.id, 'ship', details))
    },
  })

  operation(api, 'POST /orders/:id/parcels', {
    id: 'sendParcel',
    summary: 'Send a part of an order',
    ...asStep,
    description:
      'The owner gets an email about the parcel. The order is shipped with the parcel that holds the rest. Of two requests for the ' +
      'same piece one is refused.',
    problems: ['wrong_order_state', 'order_refunded', 'changed_meanwhile'],
    body: Type.Object(
      {
        items: Type.Optional(
          Type.Array(
            Type.Object({
              line: Type.Integer({ minimum: 1, maximum: 32_767, description: 'The line of the order.' }),
              quantity: Type.Integer({ minimum: 0, maximum: MAX_QUANTITY }),
            }),
            { maxItems: 100, description: 'What is in the parcel. Default: all that has not left yet.' },
          ),
        ),
        ...shipment,
      },
      { title: 'NewParcel' },
    ),
    handler: async (request, reply) => {
      const { undoable, ...body } = request.body
      const hold = await holdOf(context.db, undoable)
      const details = { ...actorOf(request, context), ...body, hold, check: ifMatch(request, reply) }
      return answerOnce(context, request, reply, tx => sendParcel(tx, request.params.id, details))
    },
  })

  changeRoutes(api, context)
}

function changeRoutes(api: App, context: AppContext): void {
  operation(api, 'PUT /orders/:id/tracking-number', {
    id: 'changeTrackingNumber',
    summary: 'Change the tracking number of an order',
    ...asStep,
    description: 'For what is on its way or delivered. The owner gets an email with the new number.',
    problems: ['wrong_order_state', 'changed_meanwhile'],
    body: Type.Object({
      trackingNumber: TrackingNumber,
      carrier: Type.Optional(CarrierCode),
      parcel: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 32_767, description: 'The number of the parcel. Default: the last one.' }),
      ),
    }),
    handler: async (request, reply) => {
      const details = {
        ...request.body,
        by: actorIdOf(request),
        now: context.clock.now(),
        check: ifMatch(request, reply),
      }
      return answerOnce(context, request, reply, tx => changeTrackingNumber(tx, request.params.id, details))
    },
  })

  operation(api, 'POST /orders/:id/parcels/:parcel/undo', {
    id: 'undoParcel',
    summary: 'Take a parcel back',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description: 'Of an order that is still being prepared. The email is stopped if it has not been sent.',
    problems: ['not_found', 'wrong_order_state'],
    once: true,
    params: Type.Object({ ...rowIdOf('order').properties, parcel: ParcelNumber }),
    answers: {
      200: Type.Object(
        { orderId: RowId, parcel: Type.Integer(), emailOutcome: Type.Enum(['stopped', 'sent']) },
        { title: 'ParcelUndone' },
      ),
    },
    handler: async (request, reply) => {
      const { id, parcel } = request.params
      const details = { by: actorIdOf(request), now: context.clock.now() }
      return answerOnce(context, request, reply, tx => takeParcelBack(tx, id, parcel, details))
    },
  })
}

function actorOf(request: Parameters<typeof actorIdOf>[0], { clock }: AppContext) {
  return { by: { id: actorIdOf(request), staff: actsForShop(request) }, now: clock.now() }
}
