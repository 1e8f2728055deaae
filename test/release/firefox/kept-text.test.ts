import { whyNoFirefox } from '../../support/firefox.ts'

const missing = whyNoFirefox()
if (missing) console.log(`Nothing was tried with Firefox. ${missing}`)
else {
  process.env.SEMEL_BROWSER = 'firefox'
  await import('../../browser/kept-text.test.ts')
}
