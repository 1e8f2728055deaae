import { sql } from 'kysely'
import { DELIVERIES_CHANNEL } from '../src/events.ts'
import { killedInFirstBatch, killedInSecondBatch } from './fan-out.ts'
import * as killed from './killed.ts'
import { metHalfway, stoppedAfterMark, stoppedAt } from './overtaken.ts'
import { DELIVERIES, type Scene } from './scene.ts'

/**
 * What can go wrong between a cause and its e-mail, each as a small play. After each of them every reader must have
 * exactly one e-mail. `takeOver`: the time from the fault to the last e-mail is that of one worker relieving another.
 */
export type Fault = { name: string; play: (scene: Scene) => Promise<void>; takeOver?: true }

export const FAULTS: Fault[] = [
  { name: 'kill -9 after the claim', takeOver: true, play: killed.afterClaim },
  { name: 'kill -9 while connecting', takeOver: true, play: killed.whileConnecting },
  { name: 'kill -9 at RCPT', takeOver: true, play: scene => killed.at(scene, 'recipient') },
  { name: 'kill -9 in the body', takeOver: true, play: scene => killed.at(scene, 'body') },
  { name: 'kill -9 just before the mark', takeOver: true, play: killed.beforeMark },
  { name: 'kill -9 while the mark is being committed', takeOver: true, play: killed.inMark },
  { name: 'kill -9 between the mark and the dot', takeOver: true, play: killed.afterMark },
  { name: 'kill -9 between the dot and the 250, not kept yet', takeOver: true, play: scene => killed.at(scene, 'dot') },
  { name: 'kill -9 between the dot and the 250, kept', takeOver: true, play: scene => killed.at(scene, 'reply') },
  { name: 'kill -9 between the 250 and the record', takeOver: true, play: killed.beforeRecord },
  { name: 'kill -9 after the record', play: killed.afterRecord },
  { name: 'kill -9 in the first batch of an announcement', play: killedInFirstBatch },
  { name: 'kill -9 in the second batch of an announcement', play: killedInSecondBatch },
  { name: 'SIGSTOP before the mark, overtaken, SIGCONT', play: scene => stoppedAt(scene, 'recipient') },
  {
    name: 'SIGSTOP before the mark, SIGCONT when the other is as far',
    play: scene => metHalfway(scene, 'recipient', 'recipient'),
  },
  {
    name: 'SIGSTOP after the dot, SIGCONT when the other waits for its 250',
    play: scene => metHalfway(scene, 'dot', 'reply'),
  },
  { name: 'SIGSTOP after the mark, overtaken, SIGCONT', play: stoppedAfterMark },
  { name: 'SIGSTOP after the dot, overtaken, SIGCONT', play: scene => stoppedAt(scene, 'dot') },
  { name: 'SIGTERM in the middle', play: toldToStop },
  { name: 'connection dropped at RCPT', play: scene => misbehaving(scene, { at: 'recipient', drop: true }) },
  { name: 'connection dropped in the body', play: scene => misbehaving(scene, { at: 'body', drop: true }) },
  { name: 'connection dropped at the dot', play: scene => misbehaving(scene, { at: 'dot', drop: true }) },
  { name: 'kept, then dropped without a 250', play: scene => misbehaving(scene, { at: 'reply', drop: true }) },
  { name: '452 at RCPT', play: scene => misbehaving(scene, { at: 'recipient', refuse: '452 4.2.2 Full' }) },
  { name: '451 at the dot', play: scene => misbehaving(scene, { at: 'dot', refuse: '451 4.3.0 Later' }) },
  { name: 'cut off from the database in the middle', play: cutOff },
  { name: 'queued a hundred times on eight workers', play: queuedOften },
]

async function toldToStop(scene: Scene): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll('recipient')
  const stopped = scene.victim.stop()
  release()
  await stopped
  scene.startRescuer()
}

async function misbehaving(scene: Scene, fault: Parameters<Scene['faults']['add']>[0]): Promise<void> {
  scene.faults.add({ ...fault, times: DELIVERIES })
  await scene.startVictim()
  await scene.announce()
}

/** Every connection that Semel has to its database ends, the test's own apart. */
async function cutOff(scene: Scene): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll('recipient')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(scene.db)
  release()
}

const WORKERS = 8

/** Each of the hundred would be a row of its own if the ledger's key did not say whose row there is already. */
async function queuedOften(scene: Scene): Promise<void> {
  for (let n = 0; n < WORKERS; n++) scene.startRescuer()
  await scene.until(async () => (await scene.db.selectFrom('workers').select('number').execute()).length >= WORKERS)
  await scene.announce()
  const queueAgain = () =>
    sql`
      with again as (
        insert into deliveries (id, event_id, recipient, user_id)
        select gen_random_uuid(), event_id, recipient, user_id from deliveries
        where user_id = any(${scene.readers.map(({ id }) => id)})
        on conflict do nothing
      )
      select pg_notify(${DELIVERIES_CHANNEL}, '')
    `.execute(scene.db)
  await Promise.all(Array.from({ length: 100 }, queueAgain))
}
