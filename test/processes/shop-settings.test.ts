import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { systemClock } from '../../src/time.ts'
import { Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { untilListening } from '../support/listeners.ts'
import { person } from '../support/people.ts'
import { spawnServe } from '../support/process.ts'

test("settings or legal page changed → on every process's pages at once", async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  const { token } = await person({ db: opened.db, clock: systemClock }, 'admin')
  await using one = await spawnServe(database.url)
  await using other = await spawnServe(database.url)
  const [writer, reader] = [new Client(one.origin), new Client(other.origin)]
  // The other process must listen before it can receive the notification.
  await untilListening(opened.pool, 2)
  const home = async () => (await reader.get('/', { headers: { accept: 'text/html' } })).text
  const until = async (words: RegExp) => {
    // Kept settings are read again after five seconds: the notification is sooner.
    const deadline = performance.now() + 4000
    while (!words.test(await home())) {
      assert.ok(performance.now() < deadline, `no ${words} on the page`)
      await sleep(20)
    }
  }
  await home()
  assert.equal((await writer.patch('/api/admin/settings', { name: 'Thé & Cie' }, { token })).status, 200)
  await until(/Thé &amp; Cie/)
  await writer.put('/api/admin/pages/terms/en', { title: 'Terms', body: 'All.' }, { token })
  assert.equal((await writer.post('/api/admin/pages/terms/en/publish', {}, { token })).status, 200)
  await until(/href="\/terms"/)
})
