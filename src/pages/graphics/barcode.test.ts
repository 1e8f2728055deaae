import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BinaryBitmap, Code128Reader, HybridBinarizer, RGBLuminanceSource } from '@zxing/library'
import sharp from 'sharp'
import { barcode } from './barcode.ts'

// Uploads have blocked this format where their test ran before in the same process.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

/** Draws the SVG as a printer with so many dots per inch does, and reads it. */
async function scanned(text: string, dpi: number): Promise<string> {
  const svg = /<svg.*<\/svg>/s.exec(String(barcode(text, 'Order')))![0]
  const withXml = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  const { data, info } = await sharp(Buffer.from(withXml), { density: dpi })
    .flatten({ background: '#fff' })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const source = new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height)
  return new Code128Reader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText()
}

for (const text of ['7', '1043', '1Z999AA10123456784', '00340434161094015902', 'RB123456785GB', 'SEMEL-1043']) {
  test(`barcode of ${text} → read at print size`, async () => {
    assert.equal(await scanned(text, 203), text)
    assert.equal(await scanned(text, 300), text)
  })
}

test('letters that Code 128 does not have → no barcode', () => {
  for (const text of ['', 'CAFÉ', 'È', 'a\u001db', '1'.repeat(41)]) assert.equal(barcode(text, 'Order'), undefined)
})
