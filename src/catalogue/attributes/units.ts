/** Units in which law and shops say how much of a product is in a package. */

/** `is`: how many of the unit that prices are compared by it is, in millionths. */
type Unit = { label: string; base: Base; is: number }
export const BASES = ['kg', 'l', 'm', 'm2', 'm3', 'piece'] as const
type Base = (typeof BASES)[number]

/**
 * Directive 98/6/EC, Article 2 (b): the price per unit is that of one kilogramme, litre, metre, square metre or cubic metre, or of another
 * single unit that is widely and customarily used in the member state. The German Preisangabenverordnung of 28 May 2022 names the same five
 * in § 5 (1), and no longer 100 g or 100 ml for small packages.
 */
export const UNITS = {
  mg: { label: 'mg', base: 'kg', is: 1 },
  g: { label: 'g', base: 'kg', is: 1_000 },
  kg: { label: 'kg', base: 'kg', is: 1_000_000 },
  ml: { label: 'ml', base: 'l', is: 1_000 },
  cl: { label: 'cl', base: 'l', is: 10_000 },
  l: { label: 'l', base: 'l', is: 1_000_000 },
  cm: { label: 'cm', base: 'm', is: 10_000 },
  m: { label: 'm', base: 'm', is: 1_000_000 },
  m2: { label: 'm²', base: 'm2', is: 1_000_000 },
  m3: { label: 'm³', base: 'm3', is: 1_000_000 },
  piece: { label: 'piece', base: 'piece', is: 1_000_000 },
} as const satisfies Record<string, Unit>
export type UnitName = keyof typeof UNITS

export const UNIT_LABELS = Object.fromEntries(
  Object.entries(UNITS).map(([name, { label }]) => [name, label]),
) as Record<UnitName, string>
