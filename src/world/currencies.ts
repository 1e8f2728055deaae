/** Currencies that Intl names, in Node's version of CLDR. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency')

/**
 * The currencies of Intl that have ended: no country uses them now (Unicode CLDR 48.2, supplemental/currencyData.json, `_to`). SVC
 * ended there in 2001 and is left out, because ISO 4217 still lists it (list one of 25 June 2024). Units of account have not ended.
 */
export const ENDED_CURRENCIES: readonly string[] = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']
