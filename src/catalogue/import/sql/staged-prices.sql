-- The same of the staged rows.
select currency, min(price)::float8 as lowest, max(price)::float8 as highest
from (
  select coalesce(i.currency, p.currency, (select currency from shop_currency)) as currency, i.price
  from incoming i left join products p on p.sku = i.sku and p.removed_at is null
  where i.price is not null
) as rows
group by currency
order by currency
