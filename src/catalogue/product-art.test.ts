import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FINISHES, SAMPLE_CATALOGUE } from '../dev/sample-catalogue.ts'
import { productPicture } from './product-art.ts'

const draw = (name: string, category = 'Kitchen', description = '') =>
  productPicture({ name, category, description }).toString()

test('each of the 60 demo things has a silhouette of its own, with a bright dot', () => {
  const pictures = SAMPLE_CATALOGUE.flatMap(({ category, things, makes }) =>
    things.map(([thing]) => draw(`${makes[0]} ${thing}`, category)),
  )
  assert.equal(new Set(pictures.map(picture => picture.slice(picture.indexOf('>')))).size, 60)
  for (const picture of pictures) {
    assert.match(picture, /class="dot"/)
    assert.doesNotMatch(picture, /undefined|NaN/)
  }
})

test('each finish has a color', () => {
  const looks = FINISHES.map(finish => draw('Oak Stool', 'Furniture', `Stool from our Oak series, in ${finish}.`))
  assert.equal(new Set(looks).size, FINISHES.length)
})

test('an unknown thing gets the silhouette of its category, or a parcel', () => {
  assert.equal(draw('Tongs', 'Kitchen'), draw('Ladle', 'Kitchen'))
  assert.notEqual(draw('Tongs', 'Kitchen'), draw('Tongs', 'Tools'))
  assert.match(draw('<b>', 'constructor'), /<path/)
})
