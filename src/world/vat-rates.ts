/**
 * The rates of VAT of the 27 member states on 1 January 2026, in percent, as a starting point that the shop checks.
 * Source: European Commission, "VAT rates applied in the Member States" (Taxes in Europe Database, TEDB), with the
 * national laws that came into force until that day (Estonia, Romania, Slovakia, Finland, Lithuania).
 *
 * A state with two reduced rates has the higher one as `intermediate`; rates below 5 % are `super_reduced`. Denmark has
 * no reduced rate, so its standard rate is in both places. Parking rates (Article 103) are not offered, but for 14 % of Luxembourg.
 */
type TaxedClass = 'standard' | 'intermediate' | 'reduced' | 'super_reduced'
type Rates = { standard: number } & Partial<Record<TaxedClass, number>>

export const EU_RATES: Readonly<Record<string, Rates>> = {
  // 4.9 % for the food of annex 3, since 1 July 2026 (UStG 1994, § 10(1a), BGBl. I 37/2026; TEDB of 17 September 2026).
  AT: { standard: 20, intermediate: 13, reduced: 10, super_reduced: 4.9 },
  BE: { standard: 21, intermediate: 12, reduced: 6 },
  BG: { standard: 20, reduced: 9 },
  CY: { standard: 19, intermediate: 9, reduced: 5, super_reduced: 3 },
  CZ: { standard: 21, reduced: 12 },
  DE: { standard: 19, reduced: 7 },
  DK: { standard: 25, reduced: 25 },
  EE: { standard: 24, intermediate: 13, reduced: 9 },
  ES: { standard: 21, reduced: 10, super_reduced: 4 },
  FI: { standard: 25.5, intermediate: 13.5, reduced: 10 },
  FR: { standard: 20, intermediate: 10, reduced: 5.5, super_reduced: 2.1 },
  GR: { standard: 24, intermediate: 13, reduced: 6 },
  HR: { standard: 25, intermediate: 13, reduced: 5 },
  HU: { standard: 27, intermediate: 18, reduced: 5 },
  IE: { standard: 23, intermediate: 13.5, reduced: 9, super_reduced: 4.8 },
  IT: { standard: 22, intermediate: 10, reduced: 5, super_reduced: 4 },
  LT: { standard: 21, intermediate: 12, reduced: 5 },
  LU: { standard: 17, intermediate: 14, reduced: 8, super_reduced: 3 },
  LV: { standard: 21, intermediate: 12, reduced: 5 },
  MT: { standard: 18, intermediate: 7, reduced: 5 },
  NL: { standard: 21, reduced: 9 },
  PL: { standard: 23, intermediate: 8, reduced: 5 },
  PT: { standard: 23, intermediate: 13, reduced: 6 },
  RO: { standard: 21, reduced: 11 },
  SE: { standard: 25, intermediate: 12, reduced: 6 },
  SI: { standard: 22, intermediate: 9.5, reduced: 5 },
  SK: { standard: 23, intermediate: 19, reduced: 5 },
}

/**
 * Parts of states with rates of their own (territories.ts). Portugal: Article 18(3) of its VAT code (CIVA), as in Odoo 18's
 * l10n_pt; Madeira's reduced rate is 4 % since 1 October 2024 (its budget law for 2024). Northern Ireland has the rates of the United
 * Kingdom, which collects them (Protocol on Ireland/Northern Ireland, Article 8; ibericode/vat-rates, version 4, GB).
 */
export const TERRITORY_RATES: Readonly<Record<string, Rates>> = {
  'PT-20': { standard: 16, intermediate: 9, reduced: 4 },
  'PT-30': { standard: 22, intermediate: 12, reduced: 4 },
  XI: { standard: 20, reduced: 5 },
}
