/** The addresses of VIES below /dev, and its state for those who try what happens without it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../http/app.ts'
import { type Question, Register } from './register.ts'

const ADDRESS = '/dev/vies/rest-api'

export function viesAddress(origin: string): string {
  return origin + ADDRESS
}

export function viesRoutes(app: App): void {
  const register = new Register()
  const bodyOf = (body: unknown) => (typeof body === 'object' && body !== null ? body : {})
  app.post(`${ADDRESS}/check-vat-number`, async request => {
    await sleep(register.delay)
    return register.check(bodyOf(request.body) as Question)
  })
  app.post(`${ADDRESS}/check-vat-test-service`, async request => register.test(bodyOf(request.body) as Question))
  app.get('/dev/vies', async () => register)
  app.put('/dev/vies', async request => {
    register.set(bodyOf(request.body))
    return register
  })
}
