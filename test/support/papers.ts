/** A document and names for tests of papers. */
import type { DocumentContent } from '../../src/documents/content.ts'

export const CONTENT: DocumentContent = {
  form: 1,
  kind: 'invoice',
  number: 'R-2026-00042',
  issuedOn: '2026-11-25',
  language: 'de',
  currency: 'EUR',
  seller: { name: 'Łódź Lamps Ωμέγα', address: ['Grüner Weg 1', '10115 Berlin'], vatId: 'DE123456789', country: 'DE' },
  buyer: { name: 'Анна Ковальчук', address: ['12 St James’s Square', 'London'], email: 'a@example.com', country: 'DE' },
  order: { id: 7, placedOn: '2026-11-20', shippedOn: null, termsVersion: 3 },
  lines: Array.from({ length: 60 }, (_, n) => ({
    sku: `S-${n}`,
    name: n % 2 ? 'Lamp' : 'Donaudampfschifffahrtsgesellschaftskapitänsmütze, mit einem langen Namen, der umbricht',
    quantity: n + 1,
    unitPrice: 1190,
    discount: n % 3 ? 0 : 100,
    total: 1190 * (n + 1),
    rate: 1900,
  })),
  delivery: { name: 'Standardversand', total: 490 },
  discount: { code: 'SUMMER', total: 2000 },
  total: 2_176_290,
  taxes: [{ rate: 1900, net: 1_828_815, tax: 347_475, gross: 2_176_290 }],
  taxCountry: 'DE',
  corrects: null,
}

/** Names and words of the scripts that papers draw. */
export const NAMES = {
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'გიორგი მელაძე',
  Hebrew: 'דוד בן־גוריון שָׁלוֹם',
  Arabic: 'محمد علي عبد الله',
  Persian: 'می‌خواهم ۱۲۳',
  Thai: 'สมชาย ใจดี น้ำ',
  Hindi: 'राजेश शर्मा',
  Chinese: '王小明，臺北市信義區',
  Japanese: '辻ビル、すずきカード',
  Korean: '김철수 서울특별시',
  Vietnamese: 'Nguyễn Hữu Thọ',
  Greek: 'Ιωάννης Νικολάου',
  Polish: 'Łukasz Żółć',
  Conjuncts: 'विश्वविद्यालय',
  Ukrainian: 'Ґалаґан Єва',
}
