-- A code of 12.5 percent. Amounts stay whole numbers of minor units.
alter table discount_codes alter column value type numeric;
alter table discount_codes add constraint discount_codes_value_digits
  check (value = round(value, case kind when 'percent' then 2 else 0 end));
