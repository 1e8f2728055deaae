import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEGAL_SLUGS } from '../shop/legal-pages.ts'
import { readMarkdown } from '../shop/markdown/markdown.ts'
import { UNSET } from '../shop/settings.ts'
import { outlineOf } from './legal-outline.ts'

const SHOP = {
  ...UNSET,
  languages: ['fr', 'de'] as typeof UNSET.languages,
  country: 'FR',
  legalName: 'Thé & Fils_',
  seat: '1 rue\nLyon',
}

test('a page that nobody has written → title and headings in its language', () => {
  assert.deepEqual(
    LEGAL_SLUGS.map(slug => outlineOf(slug, 'fr', SHOP).title),
    ['Mentions légales', 'Conditions générales', 'Confidentialité', 'Droit de rétractation', 'Livraison'],
  )
  assert.match(
    outlineOf('imprint', 'fr', SHOP).body,
    /^## Éditeur du site\n\nThé \\& Fils\\_\\\n1 rue\\\nLyon\n[\s\S]*## Hébergeur du site$/,
  )
  assert.match(outlineOf('imprint', 'de', { ...SHOP, country: 'DE' }).body, /^## Anbieter[\s\S]*## Vertreten durch$/)
  for (const slug of LEGAL_SLUGS) assert.ok('tokens' in readMarkdown(outlineOf(slug, 'de', SHOP).body), slug)
  assert.doesNotMatch(outlineOf('imprint', 'de', { ...SHOP, country: 'AT' }).body, /Vertreten durch|Hosting/)
})
