/** Laws about keeping invoices. Names of laws in languages other than these stay as they are. */
export const lawTexts = {
  '§ 132 BAO': '§ 132 BAO',
  'Article 60 of the VAT Code, in the version of the Law of 20 November 2022':
    'article 60 du Code de la TVA, dans sa version issue de la loi du 20 novembre 2022',
  '§ 35 of the VAT Act, 235/2004 Sb.': '§ 35 de la loi sur la TVA, 235/2004 Sb.',
  '§ 14b UStG and § 147 AO, in the version of the Fourth Bureaucracy Relief Act':
    '§ 14b UStG et § 147 AO, dans leur version issue de la quatrième loi allemande d’allègement administratif',
  'Bogføringsloven, chapter 5': 'Bogføringsloven, chapitre 5',
  '§ 36 of the Käibemaksuseadus and § 12 of the Raamatupidamise seadus':
    '§ 36 du Käibemaksuseadus et § 12 du Raamatupidamise seadus',
  'Article 30 of the Código de Comercio': 'article 30 du Código de Comercio',
  'Kirjanpitolaki 1336/1997, chapter 2, § 10': 'Kirjanpitolaki 1336/1997, chapitre 2, § 10',
  'Article L123-22 of the Code de commerce': 'article L123-22 du Code de commerce',
  'Act C of 2000 on accounting': 'loi C de 2000 sur la comptabilité',
  'Section 84(3) of the Value-Added Tax Consolidation Act 2010':
    'article 84(3) de la loi irlandaise sur la TVA de 2010',
  'Article 2220 of the Codice civile': 'article 2220 du Codice civile',
  'Article 112 of the VAT Act with Article 70 of the Ordynacja podatkowa':
    'article 112 de la loi sur la TVA, avec l’article 70 de l’Ordynacja podatkowa',
  'Article 52 of the Código do IVA, in the version of Decreto-Lei 49/2025':
    'article 52 du Código do IVA, dans sa version issue du Decreto-Lei 49/2025',
  'Bokföringslagen 1999:1078, chapter 7, § 2': 'Bokföringslagen 1999:1078, chapitre 7, § 2',
  '§ 76 of the VAT Act, 222/2004 Z. z.': '§ 76 de la loi sur la TVA, 222/2004 Z. z.',
}
