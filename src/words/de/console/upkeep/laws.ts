/** Laws about keeping invoices. Names of laws in languages other than these stay as they are. */
export const lawTexts = {
  '§ 132 BAO': '§ 132 BAO',
  'Article 60 of the VAT Code, in the version of the Law of 20 November 2022':
    'Artikel 60 des Mehrwertsteuergesetzbuchs in der Fassung des Gesetzes vom 20. November 2022',
  '§ 35 of the VAT Act, 235/2004 Sb.': '§ 35 des Mehrwertsteuergesetzes, 235/2004 Sb.',
  '§ 14b UStG and § 147 AO, in the version of the Fourth Bureaucracy Relief Act':
    '§ 14b UStG und § 147 AO in der Fassung des Vierten Bürokratieentlastungsgesetzes',
  'Bogføringsloven, chapter 5': 'Bogføringsloven, Kapitel 5',
  '§ 36 of the Käibemaksuseadus and § 12 of the Raamatupidamise seadus':
    '§ 36 des Käibemaksuseadus und § 12 des Raamatupidamise seadus',
  'Article 30 of the Código de Comercio': 'Artikel 30 des Código de Comercio',
  'Kirjanpitolaki 1336/1997, chapter 2, § 10': 'Kirjanpitolaki 1336/1997, Kapitel 2, § 10',
  'Article L123-22 of the Code de commerce': 'Artikel L123-22 des Code de commerce',
  'Act C of 2000 on accounting': 'Gesetz C von 2000 über die Rechnungslegung',
  'Section 84(3) of the Value-Added Tax Consolidation Act 2010':
    'Abschnitt 84(3) des irischen Mehrwertsteuergesetzes von 2010',
  'Article 2220 of the Codice civile': 'Artikel 2220 des Codice civile',
  'Article 112 of the VAT Act with Article 70 of the Ordynacja podatkowa':
    'Artikel 112 des Mehrwertsteuergesetzes mit Artikel 70 der Ordynacja podatkowa',
  'Article 52 of the Código do IVA, in the version of Decreto-Lei 49/2025':
    'Artikel 52 des Código do IVA in der Fassung des Decreto-Lei 49/2025',
  'Bokföringslagen 1999:1078, chapter 7, § 2': 'Bokföringslagen 1999:1078, Kapitel 7, § 2',
  '§ 76 of the VAT Act, 222/2004 Z. z.': '§ 76 des Mehrwertsteuergesetzes, 222/2004 Z. z.',
}
