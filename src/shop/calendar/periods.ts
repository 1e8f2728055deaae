/**
 * Periods of the law, in days of the shop: the period of withdrawal, the days to pay. Regulation (EEC, Euratom) No 1182/71, Article 3:
 * the day of the event is not counted (1), and a period that would end on a Saturday, a Sunday or a public holiday ends with the next
 * working day (4). Holidays are those of the shop's country. One that only some of its regions have counts as well, because nobody
 * asks the shop for its region, and a day more takes no right from a customer.
 */
import { isHoliday } from '../../world/holidays.ts'
import { addDays } from '../days.ts'

/** The last day of a period. @param from the day of the event, which is not counted */
export function endOfPeriod(from: string, days: number, country: string): string {
  let end = addDays(from, days)
  while (!isWorkingDay(end, country)) end = addDays(end, 1)
  return end
}

/** The earliest day of an event whose period has not ended before today. */
export function firstDayInTime(today: string, days: number, country: string): string {
  let first = addDays(today, -days)
  // Before days without work, some more days of the event have the same end.
  for (let day = addDays(first, -1); endOfPeriod(day, days, country) >= today; day = addDays(day, -1)) first = day
  return first
}

function isWorkingDay(day: string, country: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() % 6 !== 0 && !isHoliday(day, country)
}
