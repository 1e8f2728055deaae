import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { edit, removal, step } from './form-kinds.ts'
import { formsOf, rowFormsOf } from './forms-of.ts'

const named = { button: 'Go on', done: 'Done.' }

test('a removal → DELETE without fields, then the list of the thing', () => {
  assert.deepEqual(removal({ at: '/things/:id/remove', api: '/api/things/:id', ...named }), {
    id: 'remove',
    action: '/things/:id/remove',
    operation: { method: 'DELETE', address: '/api/things/:id' },
    fields: [],
    button: 'Go on',
    success: { go: '/things', done: 'Done.' },
    look: 'danger',
  })
})

test('a step and an edit → then the page of the thing', () => {
  const sent = step({ at: '/things/:id/send', api: '/api/things/:id/send', ...named })
  const changed = edit({ id: 'change', at: '/things/:id', api: '/api/things/:id', ...named })
  const chosen = edit({ at: '/account/choices', method: 'PUT', api: '/api/choices', ...named, go: '/' })
  assert.deepEqual(
    [sent.id, sent.operation.method, sent.success],
    ['send', 'POST', { go: '/things/{id}', done: 'Done.' }],
  )
  assert.deepEqual([changed.operation.method, changed.success], ['PATCH', { go: '/things/{id}', done: 'Done.' }])
  assert.deepEqual([chosen.operation.method, chosen.success], ['PUT', { go: '/', done: 'Done.' }])
})

test('a form sent from one row → other rows show none of it', () => {
  const rename = edit({
    at: '/things/:id/name',
    api: '/api/things/:id',
    fields: [{ name: 'name', label: 'Name', type: 'text' }],
    ...named,
  })
  const states = { name: { params: { id: '2' }, values: { name: 'typed' } } }
  const row = (id: string) =>
    rowFormsOf({ csrfToken: 'token' }, states, { id })(rename, { name: 'stored' }, id).toString()
  assert.match(row('1'), /id="name-1" .*action="\/things\/1\/name".*value="stored".*<span class="unseen"> 1</s)
  assert.match(row('2'), /id="name-2" .*action="\/things\/2\/name".*value="typed"/s)
  const page = formsOf({}, states, { id: '2' })(rename, { name: 'stored' }).toString()
  assert.match(page, /id="name" .*action="\/things\/2\/name".*value="typed"/s)
})

test('a button to another address → its name and value say so too', () => {
  const shows = { action: '/try/show', button: 'Show' }
  const field = { name: 'country', label: 'Country', type: 'select', options: [], shows } as const
  const form = edit({ at: '/try', api: '/api/tries', fields: [field], ...named })
  assert.match(formsOf({}, {})(form).toString(), /formaction="\/try\/show" name="_at" value="\/try\/show">Show</)
})

test('one function alone writes formaction, which text browsers ignore', () => {
  const files = globSync('src/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  assert.deepEqual(
    files.filter(file => readFileSync(file, 'utf8').includes('formaction="')),
    ['src/pages/pressed.ts'],
  )
})
