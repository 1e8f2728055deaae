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



class OrderPlacedData(TypedDict, total=False):
    orderId: int
    status: Literal["placed"]
    metadata: str


class OrderPlacedWebhook(_Body):
    type: Literal["order.placed"]
    data: OrderPlacedData


class OrderPlacedEvent(_Read):
    type: Literal["order.placed"]
    data: OrderPlacedData


class OrderProcessingData(TypedDict, total=False):
    orderId: int
    status: Literal["processing"]
    metadata: str


class OrderProcessingWebhook(_Body):
    type: Literal["order.processing"]
    data: OrderProcessingData


class OrderProcessingEvent(_Read):
    type: Literal["order.processing"]
    data: OrderProcessingData


class OrderShippedData(TypedDict, total=False):
    orderId: int
    status: Literal["shipped"]
    metadata: str


class OrderShippedWebhook(_Body):
    type: Literal["order.shipped"]
    data: OrderShippedData


class OrderShippedEvent(_Read):
    type: Literal["order.shipped"]
    data: OrderShippedData


class OrderParcelShippedData(TypedDict, total=False):
    orderId: int
    parcel: int
    metadata: str


class OrderParcelShippedWebhook(_Body):
    type: Literal["order.parcel_shipped"]
    data: OrderParcelShippedData


class OrderParcelShippedEvent(_Read):
    type: Literal["order.parcel_shipped"]
    data: OrderParcelShippedData


class OrderDeliveredData(TypedDict, total=False):
    orderId: int
    status: Literal["delivered"]
    metadata: str


class OrderDeliveredWebhook(_Body):
    type: Literal["order.delivered"]
    data: OrderDeliveredData


class OrderDeliveredEvent(_Read):
    type: Literal["order.delivered"]
    data: OrderDeliveredData


class OrderCancelledData(TypedDict, total=False):
    orderId: int
    status: Literal["cancelled"]
    metadata: str


class OrderCancelledWebhook(_Body):
    type: Literal["order.cancelled"]
    data: OrderCancelledData


class OrderCancelledEvent(_Read):
    type: Literal["order.cancelled"]
    data: OrderCancelledData


class OrderPaidData(TypedDict, total=False):
    orderId: int
    metadata: str


class OrderPaidWebhook(_Body):
    type: Literal["order.paid"]
    data: OrderPaidData


class OrderPaidEvent(_Read):
    type: Literal["order.paid"]
    data: OrderPaidData


class OrderUnpaidData(TypedDict, total=False):
    orderId: int
    metadata: str


class OrderUnpaidWebhook(_Body):
    type: Literal["order.unpaid"]
    data: OrderUnpaidData


class OrderUnpaidEvent(_Read):
    type: Literal["order.unpaid"]
    data: OrderUnpaidData


class OrderRefundedData(TypedDict, total=False):
    orderId: int
    metadata: str


class OrderRefundedWebhook(_Body):
    type: Literal["order.refunded"]
    data: OrderRefundedData


class OrderRefundedEvent(_Read):
    type: Literal["order.refunded"]
    data: OrderRefundedData


class OrderTrackingNumberChangedData(TypedDict, total=False):
    orderId: int
    metadata: str


class OrderTrackingNumberChangedWebhook(_Body):
    type: Literal["order.tracking_number_changed"]
    data: OrderTrackingNumberChangedData


class OrderTrackingNumberChangedEvent(_Read):
    type: Literal["order.tracking_number_changed"]
    data: OrderTrackingNumberChangedData


class OrderChangedData(TypedDict, total=False):
    orderId: int
    metadata: str


class OrderChangedWebhook(_Body):
    type: Literal["order.changed"]
    data: OrderChangedData


class OrderChangedEvent(_Read):
    type: Literal["order.changed"]
    data: OrderChangedData


class OrderStepUndoneData(TypedDict, total=False):
    orderId: int
    status: Literal["processing"]
    undone: Literal["shipped"]
    metadata: str


class OrderStepUndoneWebhook(_Body):
    type: Literal["order.step_undone"]
    data: OrderStepUndoneData


class OrderStepUndoneEvent(_Read):
    type: Literal["order.step_undone"]
    data: OrderStepUndoneData


class DraftOrderSentData(TypedDict, total=False):
    draftOrderId: str
    metadata: str


class DraftOrderSentWebhook(_Body):
    type: Literal["draft_order.sent"]
    data: DraftOrderSentData


class DraftOrderSentEvent(_Read):
    type: Literal["draft_order.sent"]
    data: DraftOrderSentData


class DraftOrderConfirmedData(TypedDict, total=False):
    draftOrderId: str
    orderId: int
    metadata: str


class DraftOrderConfirmedWebhook(_Body):
    type: Literal["draft_order.confirmed"]
    data: DraftOrderConfirmedData


class DraftOrderConfirmedEvent(_Read):
    type: Literal["draft_order.confirmed"]
    data: DraftOrderConfirmedData


class DraftOrderWithdrawnData(TypedDict, total=False):
    draftOrderId: str
    metadata: str


class DraftOrderWithdrawnWebhook(_Body):
    type: Literal["draft_order.withdrawn"]
    data: DraftOrderWithdrawnData


class DraftOrderWithdrawnEvent(_Read):
    type: Literal["draft_order.withdrawn"]
    data: DraftOrderWithdrawnData


class TransferReceivedData(TypedDict, total=False):
    orderId: int
    transferId: str
    metadata: str


class TransferReceivedWebhook(_Body):
    type: Literal["transfer.received"]
    data: TransferReceivedData


class TransferReceivedEvent(_Read):
    type: Literal["transfer.received"]
    data: TransferReceivedData


class TransferUndoneData(TypedDict, total=False):
    orderId: int
    transferId: str
    metadata: str


class TransferUndoneWebhook(_Body):
    type: Literal["transfer.undone"]
    data: TransferUndoneData


class TransferUndoneEvent(_Read):
    type: Literal["transfer.undone"]
    data: TransferUndoneData


class PaymentReceivedData(TypedDict, total=False):
    orderId: int
    paymentId: str
    metadata: str


class PaymentReceivedWebhook(_Body):
    type: Literal["payment.received"]
    data: PaymentReceivedData


class PaymentReceivedEvent(_Read):
    type: Literal["payment.received"]
    data: PaymentReceivedData


class PaymentFailedData(TypedDict, total=False):
    orderId: int
    paymentId: str
    metadata: str


class PaymentFailedWebhook(_Body):
    type: Literal["payment.failed"]
    data: PaymentFailedData


class PaymentFailedEvent(_Read):
    type: Literal["payment.failed"]
    data: PaymentFailedData


class RefundSentData(TypedDict, total=False):
    orderId: int
    refundId: str
    metadata: str


class RefundSentWebhook(_Body):
    type: Literal["refund.sent"]
    data: RefundSentData


class RefundSentEvent(_Read):
    type: Literal["refund.sent"]
    data: RefundSentData


class RefundFailedData(TypedDict, total=False):
    orderId: int
    refundId: str
    metadata: str


class RefundFailedWebhook(_Body):
    type: Literal["refund.failed"]
    data: RefundFailedData


class RefundFailedEvent(_Read):
    type: Literal["refund.failed"]
    data: RefundFailedData


class RefundWaivedData(TypedDict, total=False):
    orderId: int
    refundId: str
    metadata: str


class RefundWaivedWebhook(_Body):
    type: Literal["refund.waived"]
    data: RefundWaivedData


class RefundWaivedEvent(_Read):
    type: Literal["refund.waived"]
    data: RefundWaivedData


class DisputeOpenedData(TypedDict, total=False):
    orderId: int
    disputeId: str
    metadata: str


class DisputeOpenedWebhook(_Body):
    type: Literal["dispute.opened"]
    data: DisputeOpenedData


class DisputeOpenedEvent(_Read):
    type: Literal["dispute.opened"]
    data: DisputeOpenedData


class DisputeWonData(TypedDict, total=False):
    orderId: int
    disputeId: str
    metadata: str


class DisputeWonWebhook(_Body):
    type: Literal["dispute.won"]
    data: DisputeWonData


class DisputeWonEvent(_Read):
    type: Literal["dispute.won"]
    data: DisputeWonData


class DisputeLostData(TypedDict, total=False):
    orderId: int
    disputeId: str
    metadata: str


class DisputeLostWebhook(_Body):
    type: Literal["dispute.lost"]
    data: DisputeLostData


class DisputeLostEvent(_Read):
    type: Literal["dispute.lost"]
    data: DisputeLostData


class DisputeClosedData(TypedDict, total=False):
    orderId: int
    disputeId: str
    metadata: str


class DisputeClosedWebhook(_Body):
    type: Literal["dispute.closed"]
    data: DisputeClosedData


class DisputeClosedEvent(_Read):
    type: Literal["dispute.closed"]
    data: DisputeClosedData


class DocumentIssuedData(TypedDict, total=False):
    orderId: int
    documentId: str
    metadata: str


class DocumentIssuedWebhook(_Body):
    type: Literal["document.issued"]
    data: DocumentIssuedData


class DocumentIssuedEvent(_Read):
    type: Literal["document.issued"]
    data: DocumentIssuedData


class WithdrawalReceivedData(TypedDict, total=False):
    withdrawalId: str
    orderId: int
    metadata: str


class WithdrawalReceivedWebhook(_Body):
    type: Literal["withdrawal.received"]
    data: WithdrawalReceivedData


class WithdrawalReceivedEvent(_Read):
    type: Literal["withdrawal.received"]
    data: WithdrawalReceivedData


class ReturnRequestedData(TypedDict, total=False):
    orderId: int
    returnId: str
    metadata: str


class ReturnRequestedWebhook(_Body):
    type: Literal["return.requested"]
    data: ReturnRequestedData


class ReturnRequestedEvent(_Read):
    type: Literal["return.requested"]
    data: ReturnRequestedData


class ReturnApprovedData(TypedDict, total=False):
    orderId: int
    returnId: str
    metadata: str


class ReturnApprovedWebhook(_Body):
    type: Literal["return.approved"]
    data: ReturnApprovedData


class ReturnApprovedEvent(_Read):
    type: Literal["return.approved"]
    data: ReturnApprovedData


class ReturnReceivedData(TypedDict, total=False):
    orderId: int
    returnId: str
    metadata: str


class ReturnReceivedWebhook(_Body):
    type: Literal["return.received"]
    data: ReturnReceivedData


class ReturnReceivedEvent(_Read):
    type: Literal["return.received"]
    data: ReturnReceivedData


class ReturnClosedData(TypedDict, total=False):
    orderId: int
    returnId: str
    metadata: str


class ReturnClosedWebhook(_Body):
    type: Literal["return.closed"]
    data: ReturnClosedData


class ReturnClosedEvent(_Read):
    type: Literal["return.closed"]
    data: ReturnClosedData


class ReturnDeclinedData(TypedDict, total=False):
    orderId: int
    returnId: str
    metadata: str


class ReturnDeclinedWebhook(_Body):
    type: Literal["return.declined"]
    data: ReturnDeclinedData


class ReturnDeclinedEvent(_Read):
    type: Literal["return.declined"]
    data: ReturnDeclinedData


class UserRegisteredData(TypedDict, total=False):
    userId: str
    metadata: str


class UserRegisteredWebhook(_Body):
    type: Literal["user.registered"]
    data: UserRegisteredData


class UserRegisteredEvent(_Read):
    type: Literal["user.registered"]
    data: UserRegisteredData


class UserUpdatedData(TypedDict, total=False):
    userId: str
    metadata: str


class UserUpdatedWebhook(_Body):
    type: Literal["user.updated"]
    data: UserUpdatedData


class UserUpdatedEvent(_Read):
    type: Literal["user.updated"]
    data: UserUpdatedData


class UserDisabledData(TypedDict, total=False):
    userId: str
    metadata: str


class UserDisabledWebhook(_Body):
    type: Literal["user.disabled"]
    data: UserDisabledData


class UserDisabledEvent(_Read):
    type: Literal["user.disabled"]
    data: UserDisabledData


class UserEnabledData(TypedDict, total=False):
    userId: str
    metadata: str


class UserEnabledWebhook(_Body):
    type: Literal["user.enabled"]
    data: UserEnabledData


class UserEnabledEvent(_Read):
    type: Literal["user.enabled"]
    data: UserEnabledData


class UserDeletedData(TypedDict, total=False):
    userId: str
    metadata: str


class UserDeletedWebhook(_Body):
    type: Literal["user.deleted"]
    data: UserDeletedData


class UserDeletedEvent(_Read):
    type: Literal["user.deleted"]
    data: UserDeletedData


class ProductCreatedData(TypedDict, total=False):
    productId: int
    sku: str
    metadata: str


class ProductCreatedWebhook(_Body):
    type: Literal["product.created"]
    data: ProductCreatedData


class ProductCreatedEvent(_Read):
    type: Literal["product.created"]
    data: ProductCreatedData


class ProductUpdatedData(TypedDict, total=False):
    productId: int
    sku: str
    metadata: str


class ProductUpdatedWebhook(_Body):
    type: Literal["product.updated"]
    data: ProductUpdatedData


class ProductUpdatedEvent(_Read):
    type: Literal["product.updated"]
    data: ProductUpdatedData


class ProductRemovedData(TypedDict, total=False):
    productId: int
    sku: str
    metadata: str


class ProductRemovedWebhook(_Body):
    type: Literal["product.removed"]
    data: ProductRemovedData


class ProductRemovedEvent(_Read):
    type: Literal["product.removed"]
    data: ProductRemovedData


class CategoryCreatedData(TypedDict, total=False):
    name: str
    metadata: str


class CategoryCreatedWebhook(_Body):
    type: Literal["category.created"]
    data: CategoryCreatedData


class CategoryCreatedEvent(_Read):
    type: Literal["category.created"]
    data: CategoryCreatedData


class CategoryChangedData(TypedDict, total=False):
    name: str
    was: str
    metadata: str


class CategoryChangedWebhook(_Body):
    type: Literal["category.changed"]
    data: CategoryChangedData


class CategoryChangedEvent(_Read):
    type: Literal["category.changed"]
    data: CategoryChangedData


class CategoryDeletedData(TypedDict, total=False):
    name: str
    into: str
    metadata: str


class CategoryDeletedWebhook(_Body):
    type: Literal["category.deleted"]
    data: CategoryDeletedData


class CategoryDeletedEvent(_Read):
    type: Literal["category.deleted"]
    data: CategoryDeletedData


class DeliverySentData(TypedDict, total=False):
    deliveryId: str
    kind: str
    orderId: int
    metadata: str


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
    metadata: str


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
    metadata: str


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
    metadata: str


class DeliveryInDoubtWebhook(_Body):
    type: Literal["delivery.in_doubt"]
    data: DeliveryInDoubtData


class DeliveryInDoubtEvent(_Read):
    type: Literal["delivery.in_doubt"]
    data: DeliveryInDoubtData


class WebhookTestData(TypedDict, total=False):
    webhookId: str
    metadata: str


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
    OrderParcelShippedWebhook,
    OrderDeliveredWebhook,
    OrderCancelledWebhook,
    OrderPaidWebhook,
    OrderUnpaidWebhook,
    OrderRefundedWebhook,
    OrderTrackingNumberChangedWebhook,
    OrderChangedWebhook,
    OrderStepUndoneWebhook,
    DraftOrderSentWebhook,
    DraftOrderConfirmedWebhook,
    DraftOrderWithdrawnWebhook,
    TransferReceivedWebhook,
    TransferUndoneWebhook,
    PaymentReceivedWebhook,
    PaymentFailedWebhook,
    RefundSentWebhook,
    RefundFailedWebhook,
    RefundWaivedWebhook,
    DisputeOpenedWebhook,
    DisputeWonWebhook,
    DisputeLostWebhook,
    DisputeClosedWebhook,
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
    CategoryCreatedWebhook,
    CategoryChangedWebhook,
    CategoryDeletedWebhook,
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
    OrderParcelShippedEvent,
    OrderDeliveredEvent,
    OrderCancelledEvent,
    OrderPaidEvent,
    OrderUnpaidEvent,
    OrderRefundedEvent,
    OrderTrackingNumberChangedEvent,
    OrderChangedEvent,
    OrderStepUndoneEvent,
    DraftOrderSentEvent,
    DraftOrderConfirmedEvent,
    DraftOrderWithdrawnEvent,
    TransferReceivedEvent,
    TransferUndoneEvent,
    PaymentReceivedEvent,
    PaymentFailedEvent,
    RefundSentEvent,
    RefundFailedEvent,
    RefundWaivedEvent,
    DisputeOpenedEvent,
    DisputeWonEvent,
    DisputeLostEvent,
    DisputeClosedEvent,
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
    CategoryCreatedEvent,
    CategoryChangedEvent,
    CategoryDeletedEvent,
    DeliverySentEvent,
    DeliveryFailedEvent,
    DeliverySkippedEvent,
    DeliveryInDoubtEvent,
    WebhookTestEvent,
]
