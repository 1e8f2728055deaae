import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown, requireMarkdown } from './kept-markdown.ts'

/** Length that a legal page may be. */
const LONGEST = 40_000
const ofLength = (part: string) => part.repeat(Math.ceil(LONGEST / part.length)).slice(0, LONGEST)

const DEAR = ['1._', '_a'].map(ofLength)
const ORDINARY = [
  '## Your order\n\nThe contract is made when we **ship** your order; see [our terms](/terms) and _nothing_ else.\n\n',
  '- an item with *words* and [a link](https://shop.example)\n',
  'Write to help@shop.example, or look at https://shop.example/help, `before` you order. ',
  '| a *b* | [c](/d) |\n',
].map(ofLength)

test('texts that would take seconds → refused when they are saved, by field', async () => {
  const texts = Object.fromEntries(DEAR.map((text, index) => [`text.${index}`, text]))
  await assert.rejects(requireMarkdown(texts), ({ code, errors }) => {
    assert.equal(code, 'invalid_input')
    assert.deepEqual(
      errors.map((one: { field: string; code: string }) => [one.field, one.code]),
      Object.keys(texts).map(field => [field, 'too_complex']),
    )
    return true
  })
})

test('ordinary texts of the same length → saved', async () => {
  await requireMarkdown(Object.fromEntries(ORDINARY.map((text, index) => [`text.${index}`, text])))
})

test('a long text → hardly occupies the thread of requests, then never again', async () => {
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()]
  const shown = await renderMarkdown(DEAR[1]!)
  const [mine, whole] = [process.threadCpuUsage(thread), process.cpuUsage(all)]
  assert.ok(mine.user < whole.user / 4, `${mine.user} of ${whole.user}`)
  assert.equal(await renderMarkdown(DEAR[1]!), shown)
})

test('a short text is as dear as it can be → some milliseconds', async () => {
  for (const text of DEAR) await renderMarkdown(text.slice(0, 400))
  const before = process.threadCpuUsage()
  for (const text of DEAR) await renderMarkdown(text.slice(0, 500))
  assert.ok(process.threadCpuUsage(before).user / 1000 < 100)
})
