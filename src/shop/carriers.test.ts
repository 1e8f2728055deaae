import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCarrier } from './carriers.ts'

for (const [written, name, host] of [
  ['1Z999AA10123456784', 'UPS', 'www.ups.com'],
  ['00340434161094021501', 'DHL', 'www.dhl.com'],
  ['JJD1234567890123456', 'DHL', 'www.dhl.com'],
  ['dhl: 1234567890', 'DHL', 'www.dhl.com'],
  ['0150 5000 1234 56', 'DPD', 'tracking.dpd.de'],
  ['12345678901', 'GLS', 'gls-group.com'],
  ['GLS ZYX12AB3', 'GLS', 'gls-group.com'],
  ['123456789012', 'FedEx', 'www.fedex.com'],
  ['H1234567890123456789', 'Hermes', 'www.myhermes.de'],
  ['6A12345678901', 'Colissimo', 'www.laposte.fr'],
  ['La Poste 6A12345678901', 'Colissimo', 'www.laposte.fr'],
  ['3SABCD1234567', 'PostNL', 'postnl.nl'],
  ['RR123456789GB', 'Royal Mail', 'www.royalmail.com'],
  ['9400111899223100001234', 'USPS', 'tools.usps.com'],
  ['USPS 12345678', 'USPS', 'tools.usps.com'],
] as const) {
  test(`${written} → ${name}`, () => {
    const found = findCarrier(written)
    assert.equal(found?.name, name)
    assert.equal(new URL(found.link).host, host)
  })
}

for (const written of ['', 'by bicycle', 'DHL', 'DHL "><script>', '1234', 'javascript:alert(1)', '#'.repeat(100)]) {
  test(`${JSON.stringify(written)} → no link`, () => assert.equal(findCarrier(written), undefined))
}
