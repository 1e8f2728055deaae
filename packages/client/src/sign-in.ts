import type { Client } from 'openapi-fetch'
import type { paths } from '../v3.d.ts'
import { orThrow } from './problem.ts'
import type { Schemas, Version } from './versions.ts'

export type SignedIn<V extends Version = 'v3'> = Schemas[V]['SignedIn']

export type SignIn = {
  email: string
  password: string
  /** The six digits of the second factor, or a function that asks for them once the password is accepted. */
  code: string | ((step: SecondStep) => string | Promise<string>)
}

export type SecondStep = {
  /** The second factors of the user, such as `totp` and `sms`. */
  methods: string[]
  /** Has a code sent to the phone of the user. */
  sendSms(): Promise<{ sentTo: string; expiresIn: number }>
}

/** Both steps of the sign-in. @throws SemelProblem */
export async function signIn(client: Client<paths>, { email, password, code }: SignIn): Promise<SignedIn> {
  const { partialToken, methods } = await orThrow(client.POST('/auth/login', { body: { email, password } }))
  const headers = { authorization: `Bearer ${partialToken}` }
  const sendSms = () => orThrow(client.POST('/auth/mfa/sms', { headers }))
  const entered = typeof code === 'function' ? await code({ methods, sendSms }) : code
  return orThrow(client.POST('/auth/mfa', { body: { code: entered }, headers }))
}
