import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Cbor = Parameters<typeof isoCBOR.encode>[0]

/** An authenticator (WebAuthn level 2) in software, which also signs what no real one would. It always verifies its user. */
export class Authenticator {
  /** The id of the credential that `create` creates. */
  id: Buffer = randomBytes(16)
  /** Sent in the next signature. */
  counter = 0
  readonly #site: URL
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** @param site the address of the shop */
  constructor(site: string) {
    this.#site = new URL(site)
  }

  /**
   * @param attestation what it says about its make
   * @param keyParameters more parameters of its public key (RFC 9052 §7)
   */
  create(
    challenge: string,
    { fmt = 'none', attStmt = new Map<Cbor, Cbor>() } = {},
    keyParameters: [Cbor, Cbor][] = [],
  ) {
    const { x, y } = this.#key.publicKey.export({ format: 'jwk' })
    const parameters: [Cbor, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(Buffer.from(x!, 'base64url'))],
      [-3, bytes(Buffer.from(y!, 'base64url'))],
    ]
    const key = isoCBOR.encode(new Map([...parameters, ...keyParameters]) as never)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([this.#data(0x45), Buffer.alloc(16), length, this.id, key])
    const object = new Map<Cbor, Cbor>([
      ['fmt', fmt],
      ['attStmt', attStmt as never],
      ['authData', bytes(authData)],
    ])
    return this.#credential({
      clientDataJSON: this.#said('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
      transports: ['internal'] as unknown,
    })
  }

  get(challenge: string, userId: string) {
    const [data, said] = [this.#data(0x05), this.#said('webauthn.get', challenge)]
    const signature = sign('sha256', Buffer.concat([data, sha256(said)]), this.#key.privateKey)
    return this.#credential({
      clientDataJSON: said.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: Buffer.from(userId).toString('base64url'),
    })
  }

  #data(flags: number): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(this.counter, 1)
    return Buffer.concat([sha256(Buffer.from(this.#site.hostname)), rest])
  }

  #said(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#site.origin, crossOrigin: false }))
  }

  #credential<T extends object>(response: T) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
const bytes = (data: Buffer) => new Uint8Array(data)
