/** Those that Intl names, in Node's version of CLDR. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency')

/**
 * Currencies that Intl names and nobody pays with any more: those without a country that uses them in Unicode CLDR 48.2
 * (supplemental/currencyData.json, `_to`). SVC has none there since 2001 and is left out, because ISO 4217 still lists it (list one of
 * 25 June 2024). Units of account, which no country uses either, have not ended.
 */
export const ENDED_CURRENCIES: readonly string[] = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']
