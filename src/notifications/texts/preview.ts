/** A made-up email with the words of the shop, as its readers get it. */
import { inLanguageFor } from '../../shop/in-words.ts'
import type { ShopSettings } from '../../shop/settings.ts'
import { mailShop } from '../compose.ts'
import { renderHtml } from '../messages/html.ts'
import type { Letter, MailShop } from '../messages/letter.ts'
import { renderText } from '../messages/text.ts'
import { valuesFor, withTexts } from './apply.ts'
import type { MailTexts, TextName } from './placeholders.ts'
import { SAMPLE_NAME } from './sample-order.ts'
import { sampleLetter } from './samples.ts'

/** @param url of the shop */
export function previewOf(
  { kind, language }: TextName,
  texts: MailTexts,
  settings: ShopSettings,
  url: string,
): { subject: string; html: string; text: string } {
  return inLanguageFor(language, settings, () => {
    const shop = mailShop(settings, url)
    const letter = written(sampleLetter(kind, shop), texts, shop)
    return { subject: letter.subject, html: renderHtml(letter, shop), text: renderText(letter, shop) }
  })
}

/** Like an email, it has the built-in words if those of the shop cannot be filled in. */
function written(letter: Letter, texts: MailTexts, shop: MailShop): Letter {
  try {
    return withTexts(letter, texts, valuesFor(letter, SAMPLE_NAME, shop))
  } catch {
    return letter
  }
}
