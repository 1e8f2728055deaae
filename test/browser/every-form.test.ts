import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { MINUTE } from '../../src/time.ts'
import { pageRoutes } from '../support/routes.ts'
import { openSite, pagesOf, type Visitor } from '../support/site.ts'
import { THOROUGH } from '../support/thorough.ts'

/*
 * Rule R4 for every form of the site. The forms are found on the pages and compared with the route table. For every
 * answer the page shows the error, names field and reason once, has one alert, and keeps the typed text. With
 * JavaScript the test answers in place of the API; without it, in place of the request that the server sends for the
 * browser. Each form gets an answer that names all of its fields. The other answers, and the network that is lost, go
 * to the first form of each kind: they say nothing about fields, so forms of one kind show them by the same lines of
 * code.
 */
const site = await openSite()
const { semel, browser } = site
after(() => site[Symbol.asyncDispose]())
const posts = pageRoutes(semel.app).filter(({ method }) => method === 'POST')

type Answer = {
  name: string
  status: number
  type?: string
  retryAfter?: string | undefined
  body: string
  words: string[]
  /** Names every field, so each form gets it. The other answers go to one form of each kind. */
  fields?: boolean
  /** Tested without JavaScript too. One of each kind is enough there, because all are rendered alike. */
  withoutScripts?: boolean
}

const HEADLINE = 'There is a problem'

const problem = (status: number, title: string, detail: string, more: object = {}) => ({
  status,
  body: JSON.stringify({ type: '/problems/x', title, status, detail, code: 'x', ...more }),
  words: [detail, HEADLINE],
})

const UNREADABLE = ['could not be read', 'Nothing you typed is lost', HEADLINE]
const ANSWERS: Answer[] = [
  // Answers with the same text are not neighbors, so that the test cannot mistake one for the other.
  { name: 'an answer cut short', status: 422, body: '{"title": "Inv', words: UNREADABLE },
  {
    name: 'refused input',
    ...problem(422, 'Invalid input', ''),
    words: ['cannot be this', HEADLINE],
    fields: true,
    withoutScripts: true,
  },
  { name: 'not signed in', ...problem(401, 'Not signed in', 'Sign in again.') },
  { name: 'not allowed', ...problem(403, 'Forbidden', 'Not for you.') },
  { name: 'a conflict', ...problem(409, 'Conflict', 'Somebody was quicker.') },
  { name: 'too many', ...problem(429, 'Too many', 'Wait.'), retryAfter: '7', withoutScripts: true },
  { name: 'a failure', ...problem(500, 'Internal error', 'Our fault.', { requestId: 'r-4711' }) },
  {
    name: 'a page of some proxy',
    status: 502,
    type: 'text/html',
    body: '<h1>Bad gateway</h1>',
    words: UNREADABLE,
    withoutScripts: true,
  },
]

/** A field that no form has. */
const UNKNOWN = 'someThing.0.elseWhere'

/** The body of the answer, with a different reason for each field of the form. */
function bodyFor(answer: Answer, fields: string[]): string {
  if (!answer.fields) return answer.body
  const errors = [...fields, UNKNOWN].map((field, place) => ({ field, reason: `cannot be this (${place})`, code: 'x' }))
  return JSON.stringify({ ...JSON.parse(answer.body), errors })
}

type Found = {
  post: string
  id: string
  page: string
  viewer: Visitor
  /** The first form of its kind: it gets every answer. */
  first: boolean
  /** Tested without JavaScript, too. */
  unscripted: boolean
}

/** All forms with an operation, each once. */
async function findForms(): Promise<Found[]> {
  const found = new Map<string, Found>()
  const kinds = new Set<string>()
  const types = new Set<string>()
  for (const { route, viewer } of await pagesOf(site)) {
    const page = site.addressOf(route)
    const html = await (await site.contexts[viewer].request.get(page)).text()
    for (const [form, id, action] of html.matchAll(/<form id="([^"]+)" class="form" action="([^"]+)".*?<\/form>/gs)) {
      const post = postOf(action!.split('?')[0]!)
      if (found.has(post)) continue
      const first = !kinds.has(kindOf(form))
      kinds.add(kindOf(form))
      // Without JavaScript the server renders all forms alike. So the first form of each kind and with each type of field is
      // enough for every day. `npm run test:release` takes all.
      const newTypes = typesOf(form).filter(type => !types.has(type))
      for (const type of newTypes) types.add(type)
      const unscripted = first || newTypes.length > 0 || THOROUGH
      found.set(post, { post, id: id!, page, viewer, first, unscripted })
    }
  }
  return [...found.values()]
}

/** Answers without fields are shown by code that looks at these parts of a form only: its own attributes and its key. */
function kindOf(form: string): string {
  const [tag] = /^<form[^>]*>/.exec(form)!
  return [...tag.matchAll(/ (data-[\w-]+|enctype)=/g), form.includes('name="_key"')].map(String).join()
}

/** Types as `email`, `textarea`, `select`. */
function typesOf(form: string): string[] {
  return [...form.matchAll(/<(?:input[^>]* type="([\w-]+)"|(textarea|select)\b)/g)].map(([, type, tag]) => type ?? tag!)
}

/** The route of the form: the match with the fewest parameters. */
function postOf(action: string): string {
  const fitting = posts.filter(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(action))
  fitting.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  assert.ok(fitting[0], `no route for a POST to ${action}`)
  return fitting[0].path
}

/** Forms that appear only in certain states. They consist of the same components as the others. */
const ON_OCCASION = [
  // A button of the form of the checkout posts to it.
  '/checkout/quote',
  // A button beside a discount code posts to it: test/browser/checkout-page.test.ts.
  '/checkout/quote/without-code',
  // A choice of the payment posts to it.
  '/draft-order/payment',
  // Stands in the set-up of a shop that has chosen no language: test/api/console-settings.test.ts.
  '/admin/choose-language',
  // Needs an order without an invoice: test/api/order-edits.test.ts.
  '/admin/orders/:id/billing-address',
  '/admin/orders/:id/billing-address/remove',
  // Choices of a country post to them.
  '/account/addresses/country',
  '/account/addresses/:id/country',
  // Needs an order without an account: test/browser/guest-orders.test.ts.
  '/checkout/guest',
  '/orders/claim',
  '/orders/:id/guest-email',
  '/orders/:id/end-link',
  '/orders/:id/delete-guest',
  '/orders/:id/account',
  // Needs the link that it asks for: test/browser/passkeys.test.ts and test/api/guest-accounts.test.ts.
  '/guest-account',
  '/guest-account/passkey',
  // Need a block of each type: test/api/home-blocks.test.ts.
  '/admin/home/blocks/:id/heading',
  '/admin/home/blocks/:id/products',
  '/admin/home/blocks/:id/categories',
  '/admin/home/blocks/:id/pictures',
  '/admin/own-pages/:page/blocks/:id/heading',
  '/admin/own-pages/:page/blocks/:id/products',
  '/admin/own-pages/:page/blocks/:id/categories',
  '/admin/own-pages/:page/blocks/:id/pictures',
  // Mail programs post to it too.
  '/unsubscribe',
  // Needs an account with another sign-in method.
  '/account/factors/:id/remove',
  // Shown when an operation needs a recent second factor.
  '/account/confirm',
  '/account/confirm/passkey',
  '/account/confirm/recovery-code',
  '/account/confirm/sms',
  // Needs an import that was made: test/browser/product-files.test.ts.
  '/admin/products/imports/:id/undo',
  // Needs an address that refused an email, and a product that is in no group.
  '/admin/suppressed-addresses/:id/clear',
  '/admin/product-groups/:id/products/:productId/add',
  // Needs a disabled webhook.
  '/admin/webhooks/:id/enable',
  // Needs what a former admin has made, and an announcement under way: test/api/makers.test.ts.
  '/admin/webhooks/:id/take-over',
  '/admin/announcements/:id/take-over',
  '/admin/announcements/:id/end',
  '/admin/users/:id/made/:thing/revoke-key',
  '/admin/users/:id/made/:thing/withdraw-invitation',
  '/admin/users/:id/made/:thing/disable-webhook',
  '/admin/users/:id/made/:thing/end-announcement',
  '/admin/users/:id/made/:thing/withdraw-address',
  // Needs an address of somebody who may no longer set it: test/api/setting-addresses.test.ts.
  '/admin/settings/emails/addresses/:id/take-over-address',
  // Needs a member of staff, and a customer who is invited: test/api/invitations.test.ts.
  '/admin/users/:id/permissions',
  '/invitation/accept',
  // Needs a disabled user.
  '/admin/users/:id/enable',
  // Needs users with such a factor.
  '/login/code/sms',
  '/login/code/passkey',
  // Buttons of the form for selected orders post to them.
  '/admin/orders/packing-slips',
  '/admin/orders/pick-list',
  '/admin/orders/labels',
  '/admin/orders/parcel-numbers',
  // All orders of a list: test/api/select-all.test.ts.
  '/admin/orders/process-all',
  '/admin/orders/ship-all',
  '/admin/orders/deliver-all',
  '/admin/orders/mark-paid-all',
  // Needs a batch that has shipped: test/api/order-batches.test.ts.
  '/admin/orders/batches/:id/undo',
  // Form beside the message about a step: test/api/undo.test.ts.
  '/admin/orders/undo',
  '/admin/contact-messages/:id/replies/:reply/undo',
  '/admin/orders/:id/undo-ship',
  '/admin/orders/:id/undo-deliver',
  // Later steps of an order, which work like the first.
  '/admin/orders/:id/ship',
  '/admin/orders/ship',
  '/admin/orders/deliver',
  '/admin/orders/mark-paid',
  // Needs a message that was answered.
  '/admin/contact-messages/:id/open',
  '/admin/orders/:id/deliver',
  '/admin/orders/:id/tracking-number',
  // A part of an order that is being prepared: test/api/parcels.test.ts.
  '/admin/orders/:id/parcels',
  '/admin/orders/:id/parcels/:parcel/undo',
  // Needs an order that was paid and then cancelled.
  '/admin/orders/:id/mark-refunded',
  // Needs an order whose refund the provider could not send.
  '/admin/orders/:id/refund-by-transfer',
  // Needs an order that is paid.
  '/admin/orders/:id/mark-unpaid',
  // Needs a shop with pictures.
  '/admin/settings/look/remove-logo',
  '/admin/settings/home/remove-picture',
  // Needs an order whose confirmation is not in flight.
  '/orders/:id/confirmation',
  // Needs a product with pictures.
  '/admin/products/:id/images/:image/description',
  '/admin/products/:id/images/:image/first',
  '/admin/products/:id/images/:image/remove',
  '/admin/product-groups/:id/images/:image/description',
  '/admin/product-groups/:id/images/:image/first',
  '/admin/product-groups/:id/images/:image/remove',
  // Needs a product that cannot be ordered now, and a cart with one.
  '/products/:id/stock-alert',
  '/products/:id/stock-alert/withdraw',
  '/cart/reduction',
  // Needs a user whose address is not verified.
  '/account/verification',
  // Needs a user with another session.
  '/account/sessions/:id/end',
  // Needs an order with an address.
  '/admin/orders/:id/delivery-address',
  // The second step of a withdrawal.
  '/withdraw/confirm',
  // Needs an order that is shipped, and a return that is further.
  '/orders/:id/return',
  '/admin/orders/:id/return',
  '/admin/returns/:id/receive',
  '/admin/returns/:id/refund',
  '/admin/returns/:id/close',
  '/admin/returns/:id/credit',
  // Needs an order with money, and with a call in doubt.
  '/admin/orders/:id/refund',
  '/admin/orders/:id/calls/:call/done',
  '/admin/orders/:id/calls/:call/again',
  // Needs a payment with a finding, and events of another shop.
  '/admin/orders/:id/payments/:payment/booked',
  '/admin/orders/:id/payments/:payment/closed',
  '/admin/orders/:id/payments/:payment/known',
  '/admin/payments/lost-events/known',
  // Needs money that a bank has taken back, and transfers and statements of a bank: their operations are tested over the API.
  '/admin/orders/:id/disputes/:dispute/credited',
  '/admin/orders/:id/disputes/:dispute/claimed',
  '/admin/orders/:id/transfers/:transfer/undo',
  '/admin/bank/:transfer/confirm',
  '/admin/bank/:transfer/assign',
  '/admin/bank/:transfer/set-aside',
  '/admin/bank/:transfer/same-as',
  '/admin/bank/:transfer/reopen',
  '/admin/bank/:transfer/undo',
  // Needs a withdrawal from a session; its form is that of others without the question.
  '/admin/withdrawals/:id/accept',
  // Needs a payment whose page has expired; and four addresses for programs.
  '/dev/pay/:id/pay-late',
  '/dev/pay/:id/choices/:choice',
  '/hooks/payments/:provider',
  '/dev/vies/rest-api/check-vat-number',
  '/account/sessions/end-others',
]

const forms = await findForms()

const withScripts = {} as Record<Visitor, Page>
const withoutScripts = {} as Record<Visitor, Page>
const broken: string[] = []
for (const viewer of Object.keys(site.contexts) as Visitor[]) {
  const storageState = await site.contexts[viewer].storageState()
  const open = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({ baseURL: site.origin, storageState, javaScriptEnabled })
    return context.newPage()
  }
  withoutScripts[viewer] = await open(false)
  const page = await open(true)
  page.on('pageerror', error => broken.push(error.message))
  await page.clock.install()
  withScripts[viewer] = page
}

/** Shown in the console when a form needs a recent second factor: test/api/step-up.test.ts. */
const CONFIRMS = /^\/admin\/.*\/confirm$/

test('every form of the route table is on a page', () => {
  const known = new Set([...forms.map(({ post }) => post), ...ON_OCCASION])
  assert.deepEqual(
    posts.map(({ path }) => path).filter(path => !known.has(path) && !CONFIRMS.test(path)),
    [],
    'add a page that shows it to site.ts',
  )
  assert.ok(forms.length > 25, String(forms.length))
})

for (const { post, id, page: address, viewer, first, unscripted } of forms) {
  // Every day all forms of customers are tried, and of the console one of each kind and with each type of field.
  if (!unscripted && post.startsWith('/admin/')) continue
  const answers = ANSWERS.filter(({ fields }) => fields || first)
  test(`${post}: every error is shown`, async () => {
    const page = withScripts[viewer]
    await page.goto(address)
    await page.locator('details').evaluateAll(all => all.map(element => element.setAttribute('open', '')))
    // This browser keeps no passkeys.
    await page.locator('[data-passkey-first]').evaluateAll(all => all.map(element => element.removeAttribute('hidden')))
    const form = page.locator(`[id="${id}"]`)
    const [method, operation] = (await form.getAttribute('data-operation'))!.split(' ')
    const passkey = (await form.getAttribute('data-passkey'))?.split(' ')[1]
    const typed = await fill(form)
    let give: (route: Route) => Promise<void> = route => route.abort()
    let asked = 0
    await page.route(
      // An operation may have a query.
      url => [operation, passkey].includes(url.pathname + url.search),
      async route => {
        if (route.request().method() !== method && !passkey) return route.continue()
        asked++
        await give(route)
      },
    )
    for (const answer of answers) {
      give = route => route.fulfill(answerTo(typed, answer))
      await submit(page, form)
      // The options of a passkey are not rate-limited.
      await shows(form, passkey ? { ...answer, retryAfter: undefined } : answer, typed)
    }
    if (first) {
      give = route => route.abort()
      await submit(page, form)
      await shows(form, { name: 'no network', status: 0, body: '', words: ['could not be reached', HEADLINE] }, typed)
    }
    if (first && !passkey) {
      const held = Promise.withResolvers<Route>()
      give = async route => held.resolve(route)
      asked = 0
      await submit(page, form)
      const hanging = await held.promise
      await form.locator('button:not([type=button], [formaction])').dispatchEvent('click')
      // Longer than the script waits for a form with a file.
      await page.clock.fastForward(6 * MINUTE)
      await shows(form, { name: 'no answer', status: 0, body: '', words: ['did not answer', HEADLINE] }, typed)
      assert.equal(asked, 1, 'pressed twice, sent once')
      await hanging.abort().catch(() => undefined)
    }
    await page.unrouteAll()
    assert.deepEqual(broken, [])
  })

  if (!unscripted) continue
  test(`${post}: errors are shown without JavaScript`, async () => {
    const page = withoutScripts[viewer]
    const { inject } = semel.app
    for (const answer of answers.filter(({ withoutScripts }) => withoutScripts)) {
      await page.goto(address)
      // Passkey forms need JavaScript and are hidden without it.
      if (await page.locator(`[id="${id}"][data-passkey]`).count()) return
      const form = page.locator(`[id="${id}"]`)
      for (const summary of await form.locator('xpath=ancestor::details[not(@open)]/summary').all())
        await summary.click()
      const typed = await fill(form)
      // Without a dialog the server asks first, and keeps what was typed.
      if (viewer === 'admin' && (await form.getAttribute('data-confirm'))) {
        await form.locator('button:not([type=button], [formaction])').click()
        await form.getByRole('alert').waitFor()
      }
      const { status, body, contentType, headers } = answerTo(typed, answer)
      const fake = { statusCode: status, headers: { ...headers, 'content-type': contentType }, body, cookies: [] }
      semel.app.inject = (async () => fake) as never
      const [navigation] = await Promise.all([
        page.waitForResponse(response => response.request().method() === 'POST'),
        form.locator('button:not([type=button], [formaction])').click(),
      ]).finally(() => {
        semel.app.inject = inject
      })
      assert.equal(navigation.status(), status)
      await shows(page.locator('form').filter({ has: page.getByRole('alert') }), answer, typed)
    }
  })
}

function answerTo(typed: Record<string, string>, answer: Answer) {
  return {
    status: answer.status,
    body: bodyFor(answer, Object.keys(typed)),
    contentType: answer.type ?? 'application/problem+json',
    headers: answer.retryAfter ? { 'retry-after': answer.retryAfter } : ({} as Record<string, string>),
  }
}

/** Fills every field in one round trip to the browser. @returns the expected content after an error, by field name */
async function fill(form: Locator): Promise<Record<string, string>> {
  for (const file of await form.locator('input[type=file]').all()) {
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  }
  const filled: [name: string, value: string][] = await form.evaluate(form => {
    // Only the script can keep a chosen file.
    const controls = [...form.querySelectorAll('input:not([type=hidden], [type=file]), textarea, select')]
    const names = controls.map(({ name }) => name)
    // A group of options counts once.
    const alone = controls.filter(({ type, name }, place) => type !== 'radio' || names.indexOf(name) === place)
    return alone.map((control, place) => {
      // One of its options is chosen already, and no other value can be.
      if (control.type === 'radio') return [control.name, form.querySelector(`[name="${control.name}"]:checked`).value]
      if (control.type === 'checkbox') control.checked = true
      else if (control.type === 'select-one') control.selectedIndex = 0
      else control.value = control.type === 'date' ? '2026-02-03' : `typed ${place}`
      control.dispatchEvent(new form.ownerDocument.defaultView.Event('input', { bubbles: true }))
      return [control.name, control.type === 'password' ? '' : control.value]
    })
  })
  return Object.fromEntries(filled)
}

async function submit(page: Page, form: Locator): Promise<void> {
  await form.locator('button:not([type=button], [formaction])').click()
  if (await form.getAttribute('data-confirm')) await page.getByRole('dialog').locator('button.danger').click()
}

/** Checks that the error is visible and that screen readers announce it. */
async function shows(form: Locator, answer: Answer, typed: Record<string, string>) {
  await form.getByRole('alert').filter({ hasText: answer.words[0]! }).waitFor()
  const { words, alerts, items, focused, height, disabled, controls } = await see(form, Object.keys(typed))
  const wait = answer.retryAfter ? [`Please try again in ${answer.retryAfter} seconds.`] : []
  for (const word of [...answer.words, ...wait]) {
    assert.ok(words.includes(word), `${answer.name}: ${word} is not in ${words}`)
  }
  assert.equal(alerts, 1, `${answer.name}: alerts`)
  assert.ok(focused, `${answer.name}: the summary has no focus`)
  assert.ok(height > 20, `${answer.name}: the summary cannot be seen`)
  if (answer.fields) assertPlainText(items)
  for (const [place, { name, label, value, invalid, described, link }] of controls.entries()) {
    assert.equal(value, typed[name], `${answer.name}: what was typed into ${name}`)
    if (!answer.fields) continue
    const named = label.replace(/ \(optional\)$/, '')
    const reason = `${named} cannot be this (${place})`
    assert.equal(items.filter(item => item.includes(reason)).length, 1, `${reason} is not once in ${items}`)
    assert.equal(invalid, 'true', name)
    assert.ok(described.includes(reason), `${name} is described as ${described}`)
    assert.equal(link, named, `the summary leads to ${name}`)
  }
  assert.equal(disabled, null)
}

/** Reads a form and its summary in one round trip to the browser. */
function see(form: Locator, names: string[]) {
  return form.evaluate((form, names) => {
    const document = form.ownerDocument
    const summary = form.querySelector('.notice.problem')
    const textOf = (element: typeof form | null): string => element?.textContent ?? ''
    return {
      words: textOf(summary).replace(/\s+/g, ' '),
      alerts: document.querySelectorAll('[role=alert]').length,
      // Every place where a reason can appear.
      items: [...document.querySelectorAll('.field-error, .notice.problem li')].map(textOf),
      focused: summary.matches(':focus') || summary.hasAttribute('autofocus'),
      height: summary.getBoundingClientRect().height,
      disabled: form.querySelector('button:not([type=button], [formaction])').getAttribute('aria-disabled'),
      controls: names.map(name => {
        const control = form.querySelector(`[name="${name}"]`)
        const parts: string[] = control.getAttribute('aria-describedby')?.split(' ') ?? []
        return {
          name,
          label: textOf(
            control.type === 'radio'
              ? control.closest('fieldset').querySelector('legend')
              : document.querySelector(`label[for="${form.id}-${name}"]`),
          ),
          value: control.type === 'radio' ? form.querySelector(`[name="${name}"]:checked`).value : control.value,
          invalid: control.getAttribute('aria-invalid'),
          described: parts.map(part => textOf(document.getElementById(part))).join(' '),
          link: textOf(summary.querySelector(`a[href="#${form.id}-${name}"]`)),
        }
      }),
    }
  }, names)
}

/** Labels, not property names. */
function assertPlainText(reasons: string[]): void {
  assert.ok(reasons.some(reason => reason.startsWith('Else where cannot be this')))
  for (const reason of reasons) {
    assert.doesNotMatch(reason, /Invalid input/i)
    assert.doesNotMatch(reason, /\b[a-z]+[A-Z_.]\w/)
  }
}
