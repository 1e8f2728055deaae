/** Passkeys (WebAuthn level 2): the browser signs a challenge that is valid once. `passkey-alone.ts` signs in without a password. */
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifyAuthenticationResponseOpts,
} from '@simplewebauthn/server'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { nameOf, readShop } from '../../shop/settings.ts'
import { after, MINUTE } from '../../time.ts'
import { addFactor, confirmFactor } from './factors.ts'
import type { Proof } from './one-time-codes.ts'

/** Loads the library with the first passkey. Its 290 modules are an eighth of all, and took as much of the start of every process. */
const loadWebAuthn = () => import('@simplewebauthn/server')
const loadEncodings = () => import('@simplewebauthn/server/helpers')

const CHALLENGE_LIFETIME = 5 * MINUTE

/** EdDSA, ES256 and RS256 (RFC 9053): every authenticator supports one of them. Experimental ones of Node are left out. */
const ALGORITHMS = [-8, -7, -257]

/** The options with which the browser creates a passkey for this account. @param purpose what it is accepted for */
export async function creationOptions(
  context: AppContext,
  user: { id: string; email: string; userName: string },
  purpose: string,
) {
  const { rpID } = relyingParty(context)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: nameOf(await readShop(context.db), context.baseUrl()),
    rpID,
    userName: user.email,
    userDisplayName: user.userName,
    userID: new Uint8Array(Buffer.from(user.id)),
    excludeCredentials: (await passkeysOf(context.db, user.id)).map(descriptorOf),
    supportedAlgorithmIDs: ALGORITHMS,
    // A discoverable passkey signs in alone. A security key without room for one is still a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await storeChallenge(context, `passkey-of:${purpose}`, options.challenge)
  return options
}

/**
 * Adds the passkey that the browser has created.
 * @returns undefined when it could not be verified
 * @throws Problem when another account has it, `too_many_second_factors`
 */
export async function addPasskey(
  tx: Tx,
  context: AppContext,
  { userId, name = 'Passkey', purpose, response }: NewPasskey,
): Promise<string | undefined> {
  const challenge = await takeChallenge(tx, context, `passkey-of:${purpose}`)
  const created = challenge && (await verifyCreation(context, response as RegistrationResponseJSON, challenge))
  if (!created) return undefined
  const { id, publicKey, counter, transports: told } = created
  const transports = TRANSPORTS.filter(transport => [told].flat().includes(transport))
  const factorId = await addFactor(tx, context, { userId, kind: 'passkey', name })
  const added = await tx
    .insertInto('passkeys')
    .values({ factor_id: factorId, credential_id: id, public_key: Buffer.from(publicKey), counter, transports })
    .onConflict(conflict => conflict.constraint('passkeys_credential_unique').doNothing())
    .returning('factor_id')
    .executeTakeFirst()
  if (!added) throw invalidInput({ field: 'passkey', reason: 'is already in use', code: 'taken' })
  await confirmFactor(tx, factorId, context.clock.now())
  return factorId
}

type NewPasskey = { userId: string; name?: string | undefined; purpose: string; response: unknown }

/** WebAuthn level 2, §5.8.4, and `smart-card` of level 3. Browsers send them, but a stranger may send anything. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/**
 * Ids have at most 1023 bytes (WebAuthn level 2, §4), in base64url here. An RSA key of 4096 bits has some 530. Real responses
 * have some thousand characters, and the library takes a quarter of a second to decode a megabyte.
 */
const PASSKEY_LIMITS = { id: 1364, publicKey: 1024, response: 32 * 1024 }

function isTooLong(response: unknown): boolean {
  return JSON.stringify(response).length > PASSKEY_LIMITS.response
}

/** @returns undefined when the response is malformed or wrong */
async function verifyCreation(context: AppContext, response: RegistrationResponseJSON, expectedChallenge: string) {
  if (isTooLong(response)) return undefined
  const { rpID, origin } = relyingParty(context)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const encodings = await loadEncodings()
  const verified = await (async () =>
    verifyRegistrationResponse({
      response: withoutAttestation(response, encodings),
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }))().catch(() => undefined)
  const created = verified?.registrationInfo?.credential
  const fits = created && created.id.length <= PASSKEY_LIMITS.id && created.publicKey.length <= PASSKEY_LIMITS.publicKey
  return fits ? created : undefined
}

/**
 * Leaves out what a device says about its make. We ask for nothing of that, and to check it, the library would request the
 * addresses for revoked certificates, which a stranger can write into certificates of their own.
 */
function withoutAttestation(
  { response, ...rest }: RegistrationResponseJSON,
  { decodeAttestationObject, isoBase64URL, isoCBOR }: Awaited<ReturnType<typeof loadEncodings>>,
): RegistrationResponseJSON {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
  const none = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none as Parameters<typeof isoCBOR.encode>[0]))
  return { ...rest, response: { ...response, attestationObject } }
}

/** The options with which the browser signs in by one of the account's passkeys. */
export async function requestOptions(context: AppContext, userId: string, purpose: string) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    allowCredentials: (await passkeysOf(context.db, userId)).map(descriptorOf),
    userVerification: 'preferred',
  })
  await storeChallenge(context, `passkey:${purpose}`, options.challenge)
  return options
}

/** The options for a sign-in by any passkey of this shop, whose device has to verify its user. @param timeout milliseconds */
export async function optionsForChallenge(context: AppContext, challenge: string, timeout: number) {
  const { rpID } = relyingParty(context)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({ rpID, challenge, timeout, userVerification: 'required' })
}

/**
 * Verifies the signature of a passkey. Its challenge is deleted first, so only one of many submissions finds it.
 * @returns undefined when the signature is wrong
 */
export async function acceptPasskey(
  tx: Tx,
  context: AppContext,
  { userId, purpose, response }: { userId: string; purpose: string; response: unknown },
): Promise<Proof | undefined> {
  const challenge = await takeChallenge(tx, context, `passkey:${purpose}`)
  const signed = response as { id: string }
  const passkey = (await passkeysOf(tx, userId)).find(({ credential_id }) => credential_id === signed.id)
  if (!challenge || !passkey) return undefined
  const check = { expectedChallenge: challenge, requireUserVerification: false }
  const counter = await verifySignature(context, passkey, signed, check)
  if (counter === undefined) return undefined
  const { factor_id } = passkey
  await tx.updateTable('passkeys').set({ counter }).where('factor_id', '=', factor_id).execute()
  return { kind: 'passkey', factorId: factor_id, confirms: false }
}

export type Passkey = { credential_id: string; public_key: Buffer; counter: number }

type Check = Pick<VerifyAuthenticationResponseOpts, 'expectedChallenge' | 'requireUserVerification'>

/** @returns the new counter of the passkey; undefined when the response is malformed or wrong */
export async function verifySignature(
  context: AppContext,
  { credential_id, public_key, counter }: Passkey,
  response: unknown,
  check: Check,
): Promise<number | undefined> {
  if (isTooLong(response)) return undefined
  const { rpID, origin } = relyingParty(context)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
    ...check,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

/** A passkey belongs to a host name. On a developer's machine it is `localhost`: an IP address cannot have passkeys. */
export function relyingParty(context: AppContext): { rpID: string; origin: string[] } {
  const url = new URL(context.baseUrl())
  if (!/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return { rpID: url.hostname, origin: [url.origin] }
  url.hostname = 'localhost'
  return { rpID: 'localhost', origin: [url.origin] }
}

function passkeysOf(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('second_factors', 'second_factors.id', 'passkeys.factor_id')
    .select(['factor_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .execute()
}

function descriptorOf({ credential_id, transports }: { credential_id: string; transports: string[] }) {
  return { id: credential_id, transports }
}

async function storeChallenge(context: AppContext, purpose: string, challenge: string): Promise<void> {
  const now = context.clock.now()
  const kept = { challenge, expires_at: after(now, CHALLENGE_LIFETIME) }
  await context.db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await context.db
    .insertInto('passkey_challenges')
    .values({ bound_to: purpose, ...kept })
    .onConflict(conflict => conflict.column('bound_to').doUpdateSet(kept))
    .execute()
}

async function takeChallenge(tx: Tx, context: AppContext, purpose: string): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('bound_to', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return taken && taken.expires_at > context.clock.now() ? taken.challenge : undefined
}
