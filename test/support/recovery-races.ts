/** Races of a recovery request: what ends it, its link, and those who decide about it. */
import { HOUR } from '../../src/time.ts'
import { newPerson, type Person } from './accounts.ts'
import { recoverySteps } from './recovery.ts'
import type { Semel } from './semel.ts'

type Race = { name: string; requests: number; race: (semel: Semel) => Promise<string[]> }

export const RECOVERY_RACES: readonly Race[] = [
  { name: 'the link of a request used twice, against an objection', requests: 3, race: useAgainstObjection },
  { name: 'the link of a request, against a sign-in with a factor', requests: 2, race: useAgainstSignIn },
  { name: 'two approvals, and a decline', requests: 3, race: twoApprovals },
  { name: 'two requests of one account', requests: 2, race: twoRequests },
  { name: 'a link before the time is over', requests: 2, race: early },
]

/** Holds for a request that was accepted: the use of a link, or a sign-in. */
const isUsed = ({ status }: { status: number }) => status === 200

async function linked(semel: Semel): Promise<{ person: Person; id: string }> {
  const { customer, asked, waitOut } = recoverySteps(semel)
  const person = await customer()
  const { id } = await asked(person)
  await waitOut(person)
  return { person, id }
}

async function useAgainstObjection(semel: Semel): Promise<string[]> {
  const { recover, object, requestOf } = recoverySteps(semel)
  const { person, id } = await linked(semel)
  const [objected, ...uses] = await Promise.all([object(id), recover(id), recover(id)])
  const after = await recover(id)
  const used = [...uses, after].filter(isUsed).length
  const { outcome } = await requestOf(person)
  const wrong = []
  if (used > 1) wrong.push(`the link recovered the account ${used} times`)
  if (used > 0 && objected.status === 204) wrong.push('the link recovered the account in spite of an objection')
  if (used === 0 && objected.status !== 204) wrong.push('neither the link nor the objection was accepted')
  if ((outcome === 'used') !== used > 0) wrong.push(`the request ended as ${outcome}`)
  return wrong
}

async function useAgainstSignIn(semel: Semel): Promise<string[]> {
  const { attempt, post, recover } = recoverySteps(semel)
  const { person, id } = await linked(semel)
  const token = await attempt(person)
  const [signedIn, used] = await Promise.all([post('/auth/mfa', { code: person.code() }, token), recover(id)])
  if (isUsed(signedIn) && isUsed(used)) {
    const { status } = await semel.client().get('/api/users/me', { token: signedIn.body.token })
    // The link came after it, so the request would have ended with the sign-in.
    return [`both were accepted; the session answers ${status}`]
  }
  return isUsed(signedIn) || isUsed(used) ? [] : ['neither was accepted']
}

async function twoApprovals(semel: Semel): Promise<string[]> {
  const { customer, asked, approve, decline, requestOf } = recoverySteps(semel)
  const person = await customer({ mailboxOnly: true })
  const { id } = await asked(person)
  const [one, other] = [await newPerson(semel, { role: 'staff' }), await newPerson(semel, { role: 'admin' })]
  const approvals = await Promise.all([approve(id, one), approve(id, other)])
  const counted = approvals.filter(({ status }) => status === 200).length
  const declined = await decline(id, other)
  const { outcome } = await requestOf(person)
  return [
    ...(counted === 1 ? [] : [`${counted} approvals counted`]),
    ...(declined.status === 200 && outcome === 'declined' ? [] : [`declined with ${declined.status}, as ${outcome}`]),
  ]
}

async function twoRequests(semel: Semel): Promise<string[]> {
  const { customer, ask } = recoverySteps(semel)
  const person = await customer()
  const answers = await Promise.all([ask(person), ask(person)])
  const rows = await semel.db.selectFrom('recovery_requests').select('id').where('user_id', '=', person.id).execute()
  return [
    ...(answers.every(({ status }) => status === 202) ? [] : ['one was refused']),
    ...(rows.length === 1 ? [] : [`there are ${rows.length} requests`]),
  ]
}

async function early(semel: Semel): Promise<string[]> {
  const { customer, asked, approve, pass, emailsLeft, recover, requestOf } = recoverySteps(semel)
  const wrong = []
  const staff = await newPerson(semel, { role: 'staff' })
  for (const mailboxOnly of [false, true]) {
    const person = await customer({ mailboxOnly })
    const { id } = await asked(person)
    for (const hours of [48, 23.5]) {
      await pass(person, hours * HOUR)
      await emailsLeft(person)
    }
    if (mailboxOnly) await pass(person, HOUR)
    const { linked_at } = await requestOf(person)
    if (linked_at !== null) wrong.push(mailboxOnly ? 'the link left without approval' : 'the link left too early')
    if (isUsed(await recover(id))) wrong.push('a link that had not left recovered the account')
    if (!mailboxOnly) continue
    await approve(id, staff)
    await pass(person, 0)
    if ((await requestOf(person)).linked_at === null) wrong.push('the link did not leave after the approval')
  }
  return wrong
}
