/** `semel deliveries`: look up emails, resolve doubts, send again. */

import { createReadStream } from 'node:fs'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { userIdOf } from '../accounts/users/user.ts'
import { StartError } from '../config.ts'
import type { Db } from '../database/schema.ts'
import type { EventType } from '../events/announce.ts'
import { doubtAllOpen } from '../notifications/in-doubt.ts'
import { resolveDeliveries, sendFailedAgain } from '../notifications/operator-commands.ts'
import { type Delivery, type DeliveryFilter, listDeliveries } from '../notifications/queries.ts'
import { DELIVERY_STATES, type DeliveryState } from '../notifications/states.ts'
import { EVENT_TYPES } from '../notifications/tables.ts'
import { readMoment } from '../time.ts'
import { parseUuid, parseWhole } from './arguments.ts'
import { openContext, readConfig } from './open.ts'

type Selection = { event?: string; kind?: EventType; user?: string; order?: number; from?: Date; before?: Date }
type ListOptions = Selection & { state?: DeliveryState; limit: number; json?: boolean }

export function deliveryCommands(program: Command): void {
  const deliveries = program
    .command('deliveries')
    .description('look up email deliveries, settle those in doubt, send failed ones again')

  listCommand(deliveries)
  settleCommand(deliveries)
  sendAgainCommand(deliveries)
  doubtCommand(deliveries)
}

function listCommand(deliveries: Command): void {
  selecting(deliveries.command('list'))
    .description('list deliveries, newest first')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(DELIVERY_STATES))
    .option('--limit <count>', 'how many to show at most', parseWhole, 20)
    .option('--json', 'print one JSON object per line')
    .action(async ({ state, limit, json, ...selection }: ListOptions) => {
      await using context = await openContext(readConfig(), { name: 'deliveries', join: true })
      const filter = { ...(await filterOf(context.db, selection)), state }
      const { items, totalCount, countedTo } = await listDeliveries(context.db, filter, { page: 1, limit })
      for (const delivery of items) console.log(json ? asJson(delivery) : asLine(delivery))
      if (json) return
      const shown = items.length
      if (shown < limit || shown === totalCount) console.log(`${shown} in total`)
      else console.log(`${shown} of ${totalCount > countedTo ? 'at least ' : ''}${Math.max(shown, totalCount)}`)
    })
}

function settleCommand(deliveries: Command): void {
  selecting(deliveries.command('settle'))
    .description('mark all deliveries in doubt as arrived, or send them again')
    .addArgument(
      new Argument('<what>', 'arrived: mark them as sent; send-again: send them once more').choices([
        'arrived',
        'send-again',
      ]),
    )
    .option(
      '--relay-log <file>',
      'with arrived: only deliveries whose Message-ID is in this log of the relay; with send-again: only the others',
    )
    .action(async (what: string, { relayLog, ...selection }: Selection & { relayLog?: string }) => {
      const isArrived = what === 'arrived'
      const logged = relayLog === undefined ? undefined : await readRelayLog(relayLog)
      await using context = await openContext(readConfig(), { name: 'deliveries', join: true })
      const filter = await filterOf(context.db, selection)
      const operator = `${userInfo().username} by command`
      const outcome = isArrived ? 'arrived' : 'not_arrived'
      const isMeant = (id: string) => logged === undefined || logged.has(id) === isArrived
      const { resolved, awaiting } = await resolveDeliveries(context.db, filter, { outcome, operator }, isMeant)
      console.log(`Settled: ${resolved}`)
      if (awaiting > 0) {
        console.log(`Not yet: ${awaiting}. The relay may still reply to them. Run the command again in 10 minutes.`)
      }
    })
}

function sendAgainCommand(deliveries: Command): void {
  selecting(deliveries.command('send-again'))
    .description('send deliveries again that failed, after the relay refused them by mistake')
    .addHelpText(
      'after',
      '\nAt least one option is needed: mostly --from, with the time at which the relay began to refuse.',
    )
    .action(async (selection: Selection) => {
      if (Object.keys(selection).length === 0) {
        throw new StartError('Say which deliveries failed by mistake, for example: --from 2026-01-31T12:00:00Z')
      }
      await using context = await openContext(readConfig(), { name: 'deliveries', join: true })
      const filter = await filterOf(context.db, selection)
      const operator = `${userInfo().username} by command`
      console.log(`To be sent again: ${await sendFailedAgain(context.db, filter, operator)}`)
    })
}

function doubtCommand(deliveries: Command): void {
  deliveries
    .command('doubt')
    .description('mark every unsent delivery as in doubt; run it after restoring a backup, before you start a worker')
    .action(async () => {
      await using context = await openContext(readConfig(), { name: 'deliveries', join: true })
      console.log(
        `In doubt now: ${await doubtAllOpen(context.db)}. Next, settle them: see "semel deliveries settle --help".`,
      )
    })
}

/** The ids of the deliveries whose Message-IDs are in a file, one in a line or anywhere in the lines of a relay's log. */
async function readRelayLog(file: string): Promise<Set<string>> {
  const log = new RelayLog()
  try {
    for await (const line of createInterface({ input: createReadStream(file) })) log.read(line)
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  // A compressed log, or another file by mistake. It would say of every email that it did not arrive.
  if (log.isOfOthers) {
    throw new StartError(
      `The file ${file} contains no Message-ID of an email of Semel. Name the relay's log as plain text.`,
    )
  }
  return log.arrived
}

/**
 * Postfix logs a Message-ID (cleanup) before it has the whole message (qmgr), so there both lines are needed. sendmail logs one also
 * for an email that it refuses at the dot. A line of the same queue id then has a recipient for whom there is no mailer
 * (`logundelrcpts` in its srvrsmtp.c).
 */
class RelayLog {
  readonly arrived = new Set<string>()
  /** The ids of deliveries by the queue ids of Postfix and sendmail. */
  readonly #postfix = new Map<string, string>()
  readonly #sendmail = new Map<string, string>()

  get isOfOthers(): boolean {
    return this.arrived.size + this.#postfix.size + this.#sendmail.size === 0
  }

  read(line: string): void {
    const ids = [...line.matchAll(MESSAGE_ID)].map(([, id]) => id!.toLowerCase())
    const [, begun] = /\/cleanup\[\d+\]: (\w+): .*message-id=/i.exec(line) ?? []
    const [, collected] = /: (\w+): from=.*\bmsgid=/.exec(line) ?? []
    for (const id of ids) {
      if (begun) this.#postfix.set(begun, id)
      else this.arrived.add(id)
      if (collected) this.#sendmail.set(collected, id)
    }
    const [, queued = ''] = /\/qmgr\[\d+\]: (\w+): from=/.exec(line) ?? []
    const [, refused = ''] = /: (\w+): to=(?!.*\bmailer=).*\bstat=/.exec(line) ?? []
    const id = this.#postfix.get(queued)
    if (id) this.arrived.add(id)
    this.arrived.delete(this.#sendmail.get(refused) ?? '')
  }
}

/** A Message-ID is the id of its delivery and a key (mail/message-id.ts), at the domain of MAIL_FROM. */
const MESSAGE_ID = /\b([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.[\da-f]{32})?@/gi

function selecting(command: Command): Command {
  return command
    .option('--event <id>', 'only deliveries of this event', parseUuid)
    .addOption(new Option('--kind <kind>', 'only deliveries of this kind of event').choices(EVENT_TYPES))
    .option('--user <user>', 'only deliveries to this user: id or email address')
    .option('--order <number>', 'only deliveries about this order', parseWhole)
    .option(
      '--from <time>',
      'only deliveries since this time: a day (UTC) like 2026-01-31, or 2026-01-31T12:00:00Z',
      parseTime,
    )
    .option('--before <time>', 'only deliveries before this time', parseTime)
}

async function filterOf(db: Db, { event, kind, user, order, from, before }: Selection): Promise<DeliveryFilter> {
  const filter: DeliveryFilter = { eventId: event, type: kind, orderId: order, from, before }
  if (user === undefined) return filter
  const userId = await userIdOf(db, user)
  if (!userId) throw new StartError(`There is no user with the id or email address ${user}.`)
  return { ...filter, userId }
}

const STRANGERS: Partial<Record<Delivery['type'], string>> = {
  'contact.message_answered': 'writer of a message',
  'withdrawal.received': 'whoever withdrew',
  'staff.invited': 'invited colleague',
  'setting.address_entered': 'address in the settings',
  'shop.order_placed': 'the shop',
  'shop.orders_of_day': 'the shop',
  'shop.dispute_opened': 'the shop',
  'shop.dispute_ended': 'the shop',
  'shop.refund_failed': 'the shop',
}

function asLine({ createdAt, state, type, payload, address, email, reply }: Delivery): string {
  const about = 'orderId' in payload ? `#${payload.orderId}` : ''
  const to = address ?? email ?? STRANGERS[type] ?? 'support desk'
  return [createdAt.toISOString(), state.padEnd(9), `${type} ${about}`.padEnd(36), to, reply && `(${reply})`]
    .filter(Boolean)
    .join('  ')
}

function asJson({ email, userName, dueAt, releasedAt, late, ...delivery }: Delivery): string {
  return JSON.stringify(delivery)
}

function parseTime(text: string): Date {
  const read = readMoment(text)
  if (!read) throw new InvalidArgumentError('It must be a day like 2026-01-31 or a time like 2026-01-31T12:00:00Z.')
  return read
}
