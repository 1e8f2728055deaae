/* Loaded before Semel by `--import`. This process then believes that it is CLOCK_AHEAD milliseconds later than it is. */
const ahead = Number(process.env.CLOCK_AHEAD)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...parts: ConstructorParameters<typeof Date> | []) {
    super(...((parts.length === 0 ? [ShiftedDate.now()] : parts) as ConstructorParameters<typeof Date>))
  }

  static override now(): number {
    return RealDate.now() + ahead
  }
}

globalThis.Date = ShiftedDate as DateConstructor
