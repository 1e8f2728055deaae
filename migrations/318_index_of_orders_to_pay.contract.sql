-- Only processes of the release before counted orders that cost nothing as unpaid.
drop index orders_unpaid;
