/*
 * Reads the same user in each version. The types differ as the versions do: `user_name` exists in v1 only.
 *
 *   SEMEL_URL=http://localhost:3000 SEMEL_TOKEN=… node old-version.ts
 */
import { createClient, orThrow } from '@semel/client'

const { SEMEL_URL: baseUrl = 'http://localhost:3000', SEMEL_TOKEN: token = '' } = process.env

const first = await orThrow(createClient({ baseUrl, token, version: 'v1' }).GET('/users/me'))
const second = await orThrow(createClient({ baseUrl, token, version: 'v2' }).GET('/users/me'))
const third = await orThrow(createClient({ baseUrl, token }).GET('/users/me'))

// @ts-expect-error v2 spells it userName
second.user_name satisfies unknown
console.log([first.user_name, second.userName, third.userName].join(', '))
