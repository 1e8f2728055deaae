import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { limitRequest } from '../../database/limits.ts'
import { MINUTE } from '../../time.ts'
import { takeTurn } from './kept-pdf.ts'

const PIECE = 30

/** Asks as a client of the network, and works as long as a PDF. @returns when the work began and ended */
function ask(network: string): Promise<{ began: number; ended: number }> {
  const limits = { until: performance.now() + MINUTE, area: 'documents', network }
  return limitRequest(limits, () =>
    takeTurn(async () => {
      const began = performance.now()
      await sleep(PIECE)
      return { began, ended: performance.now() }
    }),
  )
}

test('one network asks for eight PDFs → rests as long as each took', async () => {
  const turns = await Promise.all(Array.from({ length: 8 }, () => ask('192.0.2.7')))
  for (const [index, { began }] of turns.entries()) {
    const before = turns[index - 1]
    if (before) assert.ok(began - before.ended >= (before.ended - before.began) * 0.9, JSON.stringify(turns))
  }
})

test('eight requests of one network → another waits for one piece at most', async () => {
  const flood = Array.from({ length: 8 }, () => ask('192.0.2.8'))
  await flood[0]
  const asked = performance.now()
  const { began } = await ask('198.51.100.7')
  const pieces = (await Promise.all(flood)).filter(turn => turn.ended > asked && turn.began < began)
  assert.ok(pieces.length <= 1, JSON.stringify(pieces))
})
