import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examinePooling } from './pooler.ts'

test('PostgreSQL itself keeps sessions and prepared statements', async () => {
  assert.deepEqual(await examinePooling(process.env.TEST_DATABASE_URL!), { keepsSessions: true, keepsPrepared: true })
})
