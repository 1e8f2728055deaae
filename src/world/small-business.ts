/**
 * The sentence that a small business writes on its invoices instead of VAT, in the language of its law (Directive 2006/112/EC,
 * Articles 284 and 220a). Only states whose words or article were found in a source are here. The others have the sentence of the
 * directive (`t`). Nobody but the tax office knows whether a shop may use it, and the limits of turnover are no part of this table.
 *
 * Belgium has had these words since 1 January 2025. Luxembourg and Belgium prescribe theirs; Germany and Austria leave the words open.
 */
export const SMALL_BUSINESS: Readonly<Record<string, string>> = {
  // UStG 1994, § 6(1) Z 27; Wirtschaftskammer Österreich, "Kleinunternehmerregelung (Umsatzsteuer) ab 2025".
  AT: 'Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung gemäß § 6 Abs. 1 Z 27 UStG 1994.',
  // Arrêté royal n° 1 of 29 December 1992, article 5, § 1, 10°quater (Justel, version of 31 December 2025).
  BE: 'Régime particulier de la franchise de taxe',
  // UStG, § 19; UStDV, § 34a, sentence 1, no. 5, since 1 January 2025.
  DE: 'Steuerbefreiung für Kleinunternehmer gemäß § 19 UStG.',
  // Code général des impôts, article 293 E.
  FR: 'TVA non applicable, art. 293 B du CGI',
  // Legge 23 dicembre 2014, n. 190, article 1(54) to (89).
  IT: "Operazione senza applicazione dell'IVA ai sensi dell'art. 1, commi da 54 a 89, della Legge n. 190/2014",
  // Loi TVA of 12 February 1979, article 57; pfi.public.lu, "Activité supplémentaire à faible chiffre d'affaires".
  LU: 'TVA non applicable – Article 57, paragraphe 1er, de la loi modifiée du 12 février 1979',
  // Wet op de omzetbelasting 1968, article 25 (kleineondernemersregeling).
  NL: 'Vrijgesteld van omzetbelasting op grond van artikel 25 Wet OB.',
  // Ustawa o VAT of 11 March 2004, article 113(1) and, in the first year, (9). The Ministry of Finance names both in the field P_19N of
  // its e-invoices, FA(3). Article 106e(1)(19) wants the provision on the invoice.
  PL: 'Zwolnienie z VAT na podstawie art. 113 ust. 1 i 9 ustawy z dnia 11 marca 2004 r. o podatku od towarów i usług',
  // Código do IVA, article 53. The words before the bracket are those of article 57, and of reason M10 in the tax office's list.
  PT: 'IVA – regime de isenção (artigo 53.º do CIVA)',
}
