import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { agree, enterCode, openAs, startWithBrowser } from '../support/pages.ts'

/*
 * A tea shop opens in French by the console alone: an admin enters it in a browser, a customer orders in it, and nothing that the
 * customer sees or gets names the program behind it.
 */
const at = await startWithBrowser()
const { semel } = at

const LEGAL = {
  imprint: 'Mentions légales',
  terms: 'CGV',
  privacy: 'Vie privée',
  withdrawal: 'Retour',
  delivery: 'Envoi',
}

/** The settings that a shopkeeper enters, page by page. */
const SETTINGS = {
  languages: { 'languages.0': 'fr' },
  look: { name: 'Maison du Thé', accent: '#7a2f1d' },
  home: { 'homeTitle.fr': 'Le thé, simplement', 'homeText.fr': 'Des thés de **petits jardins**.' },
  legal: { legalName: 'Maison du Thé SARL', seat: '3 rue des Lilas\n69003 Lyon', vatId: 'FR40303265045' },
  selling: { country: 'FR', timeZone: 'Europe/Paris', currency: 'EUR', 'deliveryPromise.fr': '2 à 3 jours ouvrés' },
  payment: { iban: 'FR14 2004 1010 0505 0001 3M02 606' },
  emails: { senderName: 'Maison du Thé', replyTo: 'bonjour@example.com' },
}

test('an admin opens a French tea shop in at most 40 presses', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  await using opened = await openAs(at, admin, 'wide', '/admin')
  const { page, broken } = opened
  await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
  let presses = 0
  const press = async (name: string) => {
    presses++
    await page.locator('main').getByRole('button', { name, exact: true }).first().click()
  }
  const save = async (path: string, values: Record<string, string>, button: string, said: string) => {
    presses++
    await page.goto(path)
    await enter(page, values)
    await press(button)
    await page.getByText(said).first().waitFor()
  }

  for (const [group, values] of Object.entries(SETTINGS)) {
    await save(`/admin/settings/${group}`, values, 'Save', 'Saved.')
  }
  for (const [slug, title] of Object.entries(LEGAL)) {
    await save(`/admin/pages/${slug}/fr`, { title, body: 'Le texte.' }, 'Save and preview', 'Saved.')
    await press('Publish')
    await agree(page, 'wide', 'Publish')
    await page.getByText('Published.').waitFor()
  }
  await page.goto('/admin/tax-rates')
  await page.getByRole('link', { name: /^France, Standard/ }).click()
  await press('Confirm')
  await page.getByText('Confirmed.').waitFor()
  const tea = { name: 'Assam', sku: 'ASSAM', category: 'Thé noir', price: '12.50', stock: '20', state: 'on_sale' }
  await save('/admin/products/new', tea, 'Create product', 'Product created.')
  await save('/admin/announcements', { subject: 'Essai', message: 'Bonjour.' }, 'Preview', 'Essai')
  await press('Send a test to me')
  await semel.mailTo(admin.email, 1)

  await page.goto('/admin')
  await page.getByText('7 of 7 steps are done.').waitFor()
  await press('Open the shop')
  await page.getByText('Your shop is open.').waitFor()
  assert.ok(presses <= 40, `${presses} presses`)
  assert.deepEqual(broken, [])
})

test("a customer orders in French and meets only the shop's name", async () => {
  const buyer = await newPerson(semel, { userName: 'Colette' })
  await using opened = await openAs(at, 'guest', 'wide')
  const { page, broken } = opened
  const check = async () => {
    const text = await page.content()
    assert.match(text, /<html lang="fr"/, page.url())
    // The pages of `npm start` say that it is a demo. Cookies have a name that nobody reads.
    assert.doesNotMatch(text.replaceAll(/semel_\w+/g, ''), /.{60}semel.{60}/is, page.url())
  }
  const legal = ['/imprint', '/terms', '/privacy', '/withdrawal-policy', '/delivery', '/withdraw', '/nothing']
  for (const path of ['/', '/products', '/login', '/register', '/forgot-password', '/contact', '/cart', ...legal]) {
    await page.goto(path)
    await check()
  }
  await page.goto('/products')
  await page.getByRole('link', { name: 'Assam' }).first().click()
  await page.getByText('12,50').first().waitFor()
  await check()
  await page.getByRole('button', { name: 'Ajouter au panier' }).click()
  await page.waitForURL('/cart')
  await page.getByText('Livraison standard\u00a0: gratuite').waitFor()
  await page.getByRole('link', { name: 'Passer commande' }).click()
  await page.waitForURL('/checkout')
  await check()
  await page.getByRole('main').getByRole('link', { name: 'Connectez-vous' }).click()
  await enter(page, { email: buyer.email, password: PASSWORD })
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await enterCode(page, buyer.code(), 'Se connecter')
  await page.locator('[name="deliveryAddress.line1"]').waitFor()
  await check()
  const address = { line1: '1 rue de Rivoli', postcode: '75001', city: 'Paris' }
  const named = Object.entries(address).map(([name, value]) => [`deliveryAddress.${name}`, value])
  await enter(page, Object.fromEntries(named))
  await page.getByRole('button', { name: /^Commander et payer 12,50/ }).click()
  await page.getByText('Merci. Votre commande est passée.').waitFor()
  await page.getByText('FR14 2004 1010 0505 0001 3M02 606').waitFor()
  await check()
  const mails = await semel.mailTo(buyer.email, 2)
  for (const { from, subject, text, html } of mails) {
    assert.match(from, /Maison du Thé/)
    assert.doesNotMatch(`${subject} ${text} ${html}`, /semel/i)
  }
  assert.deepEqual(broken, [])
})

/** Fills fields by their name, whatever their kind. */
async function enter(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main [name="${name}"]`).first()
    const tag = await field.evaluate((element: { tagName: string }) => element.tagName)
    if (tag === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}
