-- What a member of staff may do beside the role: a subset of orders, products, customers, money and settings. It counts for the role
-- `staff` only: an admin may do everything and a customer nothing, so the default stands in their rows unused. The default is what
-- staff could do before there were permissions, which was everything but the settings of the shop (src/accounts/permissions.ts).
alter table users add column permissions text[] not null default '{orders,products,customers,money}';
alter table users add constraint users_permissions
  check (permissions <@ '{orders,products,customers,money,settings}'::text[]);
