-- Adds VAT to prices without it: that of the country of the shop and of the class of the product, as it is today. A row without a rate
-- has no price.
update incoming i set
  price = round(i.price * (10000 + known.rate_bp) / 10000.0), sale_price = round(i.sale_price * (10000 + known.rate_bp) / 10000.0),
  is_net = false
from (
  select g.line, (
    select r.rate_bp
    from tax_rates r
    where r.country in ((select coalesce(settings ->> 'country', 'DE') from shop_settings union all select 'DE' limit 1), '*')
      and r.class = coalesce(g.tax_class, p.tax_class, 'standard') and r.valid_from <= shop_day(now())
    order by r.country = '*', r.valid_from desc
    limit 1
  ) as rate_bp
  from incoming g left join products p on p.sku = g.sku and p.removed_at is null
  where g.is_net
) as known
where i.line = known.line and i.is_net
