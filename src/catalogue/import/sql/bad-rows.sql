-- Opens a cursor over the rows that are bad beside other rows or beside their product. Each row of a file can be one.
declare bad_together no scroll cursor with hold for
select line, last, without_cents, lacking, resembles, currency
from (select *, max(line) over (partition by sku) as last from judged_rows) as rows
where line < last or without_cents is not null or lacking is not null or resembles is not null
order by line
