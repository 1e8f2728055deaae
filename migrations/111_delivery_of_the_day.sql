-- Whoever withdraws gets back what the least expensive delivery cost that was offered with the order (Article 13 (2) of Directive
-- 2011/83/EU), whatever methods were added, changed or switched off since. So it is kept with the order. Null on orders from before this
-- release: the methods of today count.
alter table orders add column least_delivery bigint;
alter table orders add constraint orders_least_delivery check (least_delivery >= 0);

-- Whoever collects an order in the shop gets no delivery.
alter table delivery_methods add column kind text not null default 'delivery';
alter table delivery_methods add constraint delivery_methods_kind check (kind in ('delivery', 'collection'));
