/** The addresses of VIES below /dev, and its state for those who try what happens without it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../http/app.ts'
import { type Question, Register } from './register.ts'

const VIES_PATH = '/dev/vies/rest-api'

export function viesAddress(origin: string): string {
  return origin + VIES_PATH
}

export function viesRoutes(app: App): void {
  const register = new Register()
  const bodyOf = (body: unknown) => (typeof body === 'object' && body !== null ? body : {})
  app.post(`${VIES_PATH}/check-vat-number`, async request => {
    await sleep(register.delay)
    return register.check(bodyOf(request.body) as Question)
  })
  app.get('/dev/vies', async () => register)
  app.put('/dev/vies', async request => {
    register.set(bodyOf(request.body))
    return register
  })
}
