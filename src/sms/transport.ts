/** Sends text messages through Twilio's REST API (2010-04-01), or keeps them in the development inbox. */
import type { AppContext } from '../context.ts'
import { invalidInput, Problem } from '../problems.ts'
import { SECOND } from '../time.ts'

type Sms = { to: string; text: string }

const GATEWAY_TIMEOUT = 10 * SECOND
const LONGEST_REPLY = 16 * 1024

/** Tells whether the shop can send text messages, so that they may be offered. */
export function sendsSms({ config }: Pick<AppContext, 'config'>): boolean {
  return config.smsUrl !== 'none'
}

/** @throws Problem `sms_disabled` when the operator has switched text messages off */
export function requireSms(context: Pick<AppContext, 'config'>): void {
  if (!sendsSms(context)) throw new Problem('sms_disabled')
}

/**
 * @throws Problem about the phone number (422), or `sms_not_sent`. Its text is for the user; the provider's text is logged.
 */
export async function sendSms(context: AppContext, sms: Sms): Promise<void> {
  const { config, development } = context
  if (config.smsUrl === undefined) return development!.keepSms(context.db, sms)
  const refusal = await postToTwilio(new URL(config.smsUrl), sms)
  if (!refusal) return
  context.log.warn({ status: refusal.status, code: refusal.code, reason: refusal.message }, 'text message refused')
  const cause = new Error(`${refusal.code ?? refusal.status}: ${refusal.message}`)
  const reason = ABOUT_THE_NUMBER.get(refusal.code)
  if (reason) throw invalidInput({ field: 'phone', reason, code: 'unreachable' })
  throw new Problem('sms_not_sent', textFor(refusal), { cause, retryAfter: 30 })
}

type Refusal = {
  /** The HTTP status; undefined when there was no answer. */
  status: number | undefined
  /** An entry of Twilio's error dictionary. */
  code: number | undefined
  message: string
}

/**
 * @param address `https://<account or key SID>:<token>@api.twilio.com?From=<number>`. It may name a `MessagingServiceSid`
 * instead of `From`, another path, and, with a key SID, the account (`Account=AC…`).
 */
async function postToTwilio(address: URL, { to, text }: Sms): Promise<Refusal | undefined> {
  const { searchParams: given, username, password } = address
  const account = given.get('Account') ?? username
  const body = new URLSearchParams({ To: to, Body: text })
  for (const name of ['From', 'MessagingServiceSid']) if (given.has(name)) body.set(name, given.get(name)!)
  const path = address.pathname === '/' ? `/2010-04-01/Accounts/${account}/Messages.json` : address.pathname
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}`, accept: 'application/json' }
  try {
    const signal = AbortSignal.timeout(GATEWAY_TIMEOUT)
    const answer = await fetch(new URL(path, address.origin), {
      method: 'POST',
      headers,
      body,
      signal,
      // 307 and 308 would send the code to another address.
      redirect: 'error',
    })
    if (answer.ok) return undefined
    const said = await readRefusal(answer).catch(() => ({}) as Partial<Refusal>)
    return { status: answer.status, code: said.code, message: said.message ?? answer.statusText }
  } catch (error) {
    return { status: undefined, code: undefined, message: (error as Error).message }
  }
}

/** Reads no more than a refusal needs: a broken provider may send without end. */
async function readRefusal({ body }: Response): Promise<Partial<Refusal>> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > LONGEST_REPLY) break
  }
  return JSON.parse(text)
}

/** The entries of Twilio's error dictionary that the owner of the phone can do something about. */
const ABOUT_THE_NUMBER = new Map<unknown, string>([
  [21211, 'is not a valid phone number'],
  [21214, 'cannot be reached'],
  [21217, 'is not a valid phone number'],
  [21265, 'is a short code, which cannot receive codes'],
  [21408, 'is in a country that we cannot send to'],
  [21610, 'has opted out of our messages; send START to our number to receive them again'],
  [21612, 'cannot be reached'],
  [21614, 'cannot receive text messages'],
  [21635, 'is a landline, which cannot receive text messages'],
])

function textFor({ status, code }: Refusal): string {
  if (status === 429 || code === 20429 || code === 14107)
    return 'The text message was not sent: too many are on their way at the moment. Try again in half a minute.'
  return 'The text message could not be sent at the moment. Try again, or use another second factor.'
}
