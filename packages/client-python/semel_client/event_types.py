"""The events and their data. Generated from openapi/: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class _Body(TypedDict):
    id: str
    position: int
    timestamp: str


class _Present(TypedDict, total=False):
    order: dict[str, Any]
    product: dict[str, Any]
    user: dict[str, Any]
    delivery: dict[str, Any]


class _Read(_Present):
    id: str
    position: int
    cursor: str
    at: str



class OrderPlacedData(TypedDict):
    orderId: int
    status: Literal["placed"]


class OrderPlacedWebhook(_Body):
    type: Literal["order.placed"]
    data: OrderPlacedData


class OrderPlacedEvent(_Read):
    type: Literal["order.placed"]
    data: OrderPlacedData


class OrderProcessingData(TypedDict):
    orderId: int
    status: Literal["processing"]


class OrderProcessingWebhook(_Body):
    type: Literal["order.processing"]
    data: OrderProcessingData


class OrderProcessingEvent(_Read):
    type: Literal["order.processing"]
    data: OrderProcessingData


class OrderShippedData(TypedDict):
    orderId: int
    status: Literal["shipped"]


class OrderShippedWebhook(_Body):
    type: Literal["order.shipped"]
    data: OrderShippedData


class OrderShippedEvent(_Read):
    type: Literal["order.shipped"]
    data: OrderShippedData


class OrderDeliveredData(TypedDict):
    orderId: int
    status: Literal["delivered"]


class OrderDeliveredWebhook(_Body):
    type: Literal["order.delivered"]
    data: OrderDeliveredData


class OrderDeliveredEvent(_Read):
    type: Literal["order.delivered"]
    data: OrderDeliveredData


class OrderCancelledData(TypedDict):
    orderId: int
    status: Literal["cancelled"]


class OrderCancelledWebhook(_Body):
    type: Literal["order.cancelled"]
    data: OrderCancelledData


class OrderCancelledEvent(_Read):
    type: Literal["order.cancelled"]
    data: OrderCancelledData


class OrderPaidData(TypedDict):
    orderId: int


class OrderPaidWebhook(_Body):
    type: Literal["order.paid"]
    data: OrderPaidData


class OrderPaidEvent(_Read):
    type: Literal["order.paid"]
    data: OrderPaidData


class OrderUnpaidData(TypedDict):
    orderId: int


class OrderUnpaidWebhook(_Body):
    type: Literal["order.unpaid"]
    data: OrderUnpaidData


class OrderUnpaidEvent(_Read):
    type: Literal["order.unpaid"]
    data: OrderUnpaidData


class OrderRefundedData(TypedDict):
    orderId: int


class OrderRefundedWebhook(_Body):
    type: Literal["order.refunded"]
    data: OrderRefundedData


class OrderRefundedEvent(_Read):
    type: Literal["order.refunded"]
    data: OrderRefundedData


class OrderTrackingNumberChangedData(TypedDict):
    orderId: int


class OrderTrackingNumberChangedWebhook(_Body):
    type: Literal["order.tracking_number_changed"]
    data: OrderTrackingNumberChangedData


class OrderTrackingNumberChangedEvent(_Read):
    type: Literal["order.tracking_number_changed"]
    data: OrderTrackingNumberChangedData


class OrderChangedData(TypedDict):
    orderId: int


class OrderChangedWebhook(_Body):
    type: Literal["order.changed"]
    data: OrderChangedData


class OrderChangedEvent(_Read):
    type: Literal["order.changed"]
    data: OrderChangedData


class OrderStepUndoneData(TypedDict):
    orderId: int
    status: Literal["processing"]
    undone: Literal["shipped"]


class OrderStepUndoneWebhook(_Body):
    type: Literal["order.step_undone"]
    data: OrderStepUndoneData


class OrderStepUndoneEvent(_Read):
    type: Literal["order.step_undone"]
    data: OrderStepUndoneData


class PaymentReceivedData(TypedDict):
    orderId: int
    paymentId: str


class PaymentReceivedWebhook(_Body):
    type: Literal["payment.received"]
    data: PaymentReceivedData


class PaymentReceivedEvent(_Read):
    type: Literal["payment.received"]
    data: PaymentReceivedData


class PaymentFailedData(TypedDict):
    orderId: int
    paymentId: str


class PaymentFailedWebhook(_Body):
    type: Literal["payment.failed"]
    data: PaymentFailedData


class PaymentFailedEvent(_Read):
    type: Literal["payment.failed"]
    data: PaymentFailedData


class RefundSentData(TypedDict):
    orderId: int
    refundId: str


class RefundSentWebhook(_Body):
    type: Literal["refund.sent"]
    data: RefundSentData


class RefundSentEvent(_Read):
    type: Literal["refund.sent"]
    data: RefundSentData


class DocumentIssuedData(TypedDict):
    orderId: int
    documentId: str


class DocumentIssuedWebhook(_Body):
    type: Literal["document.issued"]
    data: DocumentIssuedData


class DocumentIssuedEvent(_Read):
    type: Literal["document.issued"]
    data: DocumentIssuedData


class WithdrawalReceivedData(TypedDict, total=False):
    withdrawalId: str
    orderId: int


class WithdrawalReceivedWebhook(_Body):
    type: Literal["withdrawal.received"]
    data: WithdrawalReceivedData


class WithdrawalReceivedEvent(_Read):
    type: Literal["withdrawal.received"]
    data: WithdrawalReceivedData


class ReturnRequestedData(TypedDict):
    orderId: int
    returnId: str


class ReturnRequestedWebhook(_Body):
    type: Literal["return.requested"]
    data: ReturnRequestedData


class ReturnRequestedEvent(_Read):
    type: Literal["return.requested"]
    data: ReturnRequestedData


class ReturnApprovedData(TypedDict):
    orderId: int
    returnId: str


class ReturnApprovedWebhook(_Body):
    type: Literal["return.approved"]
    data: ReturnApprovedData


class ReturnApprovedEvent(_Read):
    type: Literal["return.approved"]
    data: ReturnApprovedData


class ReturnReceivedData(TypedDict):
    orderId: int
    returnId: str


class ReturnReceivedWebhook(_Body):
    type: Literal["return.received"]
    data: ReturnReceivedData


class ReturnReceivedEvent(_Read):
    type: Literal["return.received"]
    data: ReturnReceivedData


class ReturnClosedData(TypedDict):
    orderId: int
    returnId: str


class ReturnClosedWebhook(_Body):
    type: Literal["return.closed"]
    data: ReturnClosedData


class ReturnClosedEvent(_Read):
    type: Literal["return.closed"]
    data: ReturnClosedData


class ReturnDeclinedData(TypedDict):
    orderId: int
    returnId: str


class ReturnDeclinedWebhook(_Body):
    type: Literal["return.declined"]
    data: ReturnDeclinedData


class ReturnDeclinedEvent(_Read):
    type: Literal["return.declined"]
    data: ReturnDeclinedData


class UserRegisteredData(TypedDict):
    userId: str


class UserRegisteredWebhook(_Body):
    type: Literal["user.registered"]
    data: UserRegisteredData


class UserRegisteredEvent(_Read):
    type: Literal["user.registered"]
    data: UserRegisteredData


class UserUpdatedData(TypedDict):
    userId: str


class UserUpdatedWebhook(_Body):
    type: Literal["user.updated"]
    data: UserUpdatedData


class UserUpdatedEvent(_Read):
    type: Literal["user.updated"]
    data: UserUpdatedData


class UserDisabledData(TypedDict):
    userId: str


class UserDisabledWebhook(_Body):
    type: Literal["user.disabled"]
    data: UserDisabledData


class UserDisabledEvent(_Read):
    type: Literal["user.disabled"]
    data: UserDisabledData


class UserEnabledData(TypedDict):
    userId: str


class UserEnabledWebhook(_Body):
    type: Literal["user.enabled"]
    data: UserEnabledData


class UserEnabledEvent(_Read):
    type: Literal["user.enabled"]
    data: UserEnabledData


class UserDeletedData(TypedDict):
    userId: str


class UserDeletedWebhook(_Body):
    type: Literal["user.deleted"]
    data: UserDeletedData


class UserDeletedEvent(_Read):
    type: Literal["user.deleted"]
    data: UserDeletedData


class ProductCreatedData(TypedDict):
    productId: int
    sku: str


class ProductCreatedWebhook(_Body):
    type: Literal["product.created"]
    data: ProductCreatedData


class ProductCreatedEvent(_Read):
    type: Literal["product.created"]
    data: ProductCreatedData


class ProductUpdatedData(TypedDict):
    productId: int
    sku: str


class ProductUpdatedWebhook(_Body):
    type: Literal["product.updated"]
    data: ProductUpdatedData


class ProductUpdatedEvent(_Read):
    type: Literal["product.updated"]
    data: ProductUpdatedData


class ProductRemovedData(TypedDict):
    productId: int
    sku: str


class ProductRemovedWebhook(_Body):
    type: Literal["product.removed"]
    data: ProductRemovedData


class ProductRemovedEvent(_Read):
    type: Literal["product.removed"]
    data: ProductRemovedData


class DeliverySentData(TypedDict, total=False):
    deliveryId: str
    kind: str
    orderId: int


class DeliverySentWebhook(_Body):
    type: Literal["delivery.sent"]
    data: DeliverySentData


class DeliverySentEvent(_Read):
    type: Literal["delivery.sent"]
    data: DeliverySentData


class DeliveryFailedData(TypedDict, total=False):
    deliveryId: str
    kind: str
    orderId: int


class DeliveryFailedWebhook(_Body):
    type: Literal["delivery.failed"]
    data: DeliveryFailedData


class DeliveryFailedEvent(_Read):
    type: Literal["delivery.failed"]
    data: DeliveryFailedData


class DeliverySkippedData(TypedDict, total=False):
    deliveryId: str
    kind: str
    orderId: int


class DeliverySkippedWebhook(_Body):
    type: Literal["delivery.skipped"]
    data: DeliverySkippedData


class DeliverySkippedEvent(_Read):
    type: Literal["delivery.skipped"]
    data: DeliverySkippedData


class DeliveryInDoubtData(TypedDict, total=False):
    deliveryId: str
    kind: str
    orderId: int


class DeliveryInDoubtWebhook(_Body):
    type: Literal["delivery.in_doubt"]
    data: DeliveryInDoubtData


class DeliveryInDoubtEvent(_Read):
    type: Literal["delivery.in_doubt"]
    data: DeliveryInDoubtData


class WebhookTestData(TypedDict):
    webhookId: str


class WebhookTestWebhook(_Body):
    type: Literal["webhook.test"]
    data: WebhookTestData


class WebhookTestEvent(_Read):
    type: Literal["webhook.test"]
    data: WebhookTestData


#: What webhooks send. Its `type` tells which `data` there is.
WebhookEvent = Union[
    OrderPlacedWebhook,
    OrderProcessingWebhook,
    OrderShippedWebhook,
    OrderDeliveredWebhook,
    OrderCancelledWebhook,
    OrderPaidWebhook,
    OrderUnpaidWebhook,
    OrderRefundedWebhook,
    OrderTrackingNumberChangedWebhook,
    OrderChangedWebhook,
    OrderStepUndoneWebhook,
    PaymentReceivedWebhook,
    PaymentFailedWebhook,
    RefundSentWebhook,
    DocumentIssuedWebhook,
    WithdrawalReceivedWebhook,
    ReturnRequestedWebhook,
    ReturnApprovedWebhook,
    ReturnReceivedWebhook,
    ReturnClosedWebhook,
    ReturnDeclinedWebhook,
    UserRegisteredWebhook,
    UserUpdatedWebhook,
    UserDisabledWebhook,
    UserEnabledWebhook,
    UserDeletedWebhook,
    ProductCreatedWebhook,
    ProductUpdatedWebhook,
    ProductRemovedWebhook,
    DeliverySentWebhook,
    DeliveryFailedWebhook,
    DeliverySkippedWebhook,
    DeliveryInDoubtWebhook,
    WebhookTestWebhook,
]
#: An event of the feed.
Event = Union[
    OrderPlacedEvent,
    OrderProcessingEvent,
    OrderShippedEvent,
    OrderDeliveredEvent,
    OrderCancelledEvent,
    OrderPaidEvent,
    OrderUnpaidEvent,
    OrderRefundedEvent,
    OrderTrackingNumberChangedEvent,
    OrderChangedEvent,
    OrderStepUndoneEvent,
    PaymentReceivedEvent,
    PaymentFailedEvent,
    RefundSentEvent,
    DocumentIssuedEvent,
    WithdrawalReceivedEvent,
    ReturnRequestedEvent,
    ReturnApprovedEvent,
    ReturnReceivedEvent,
    ReturnClosedEvent,
    ReturnDeclinedEvent,
    UserRegisteredEvent,
    UserUpdatedEvent,
    UserDisabledEvent,
    UserEnabledEvent,
    UserDeletedEvent,
    ProductCreatedEvent,
    ProductUpdatedEvent,
    ProductRemovedEvent,
    DeliverySentEvent,
    DeliveryFailedEvent,
    DeliverySkippedEvent,
    DeliveryInDoubtEvent,
    WebhookTestEvent,
]
