-- The lowest and the highest price of each currency that an import has merged.
select currency, min(price)::float8 as lowest, max(price)::float8 as highest
from products p join merged m using (sku)
where p.removed_at is null and m.has_price
group by currency
order by currency
