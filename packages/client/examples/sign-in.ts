/*
 * Signs in with password and one-time code, and prints the signed-in user.
 *
 *   SEMEL_URL=http://localhost:3000 SEMEL_EMAIL=… SEMEL_PASSWORD=… SEMEL_CODE=123456 node sign-in.ts
 */
import { createClient, orThrow } from '@semel/client'

const { SEMEL_URL: baseUrl = 'http://localhost:3000', SEMEL_EMAIL, SEMEL_PASSWORD, SEMEL_CODE } = process.env
const client = createClient({ baseUrl })

await client.signIn({ email: SEMEL_EMAIL ?? '', password: SEMEL_PASSWORD ?? '', code: SEMEL_CODE ?? '' })

const me = await orThrow(client.GET('/users/me'))
console.log(`signed in as ${me.userName} <${me.email}>, ${me.role}`)
