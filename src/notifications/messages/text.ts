/** Renders a letter as plain text. */
import { colon, t } from '../../words/words.ts'
import { type Block, blocksOf, type Fact, type Letter, linesOf, type MailShop } from './letter.ts'

const WIDTH = 72

/** The shop, as the end of an email names it. */
export type MailSender = Pick<MailShop, 'name' | 'url' | 'legal'>

/** The text part: for terminals, watches and screen readers, and because spam filters distrust emails without one. */
export function renderText(letter: Letter, { name, url, legal }: MailSender): string {
  const { heading, reason, unsubscribe } = letter
  const host = new URL(url).host
  const sender = name === host ? url : `${name} · ${url}`
  const end = [
    sender,
    ...(legal ? [wrap(legal)] : []),
    wrap(reason),
    ...(unsubscribe ? [`${t('Unsubscribe')}${colon()}\n${unsubscribe}`] : []),
  ]
  return `${[
    heading,
    '='.repeat(Math.min(heading.length, WIDTH)),
    ...blocksOf(letter).map(block),
    '-- ',
    end.join('\n'),
  ]
    .join('\n\n')
    .replace('\n\n=', '\n=')
    .replace('-- \n\n', '-- \n')}\n`
}

function block(part: Block): string {
  switch (part.kind) {
    case 'paragraph':
    case 'note':
      return wrap(part.text)
    case 'button':
    case 'link':
      // Never wrapped, because a broken link does not work.
      return `${part.label}${colon()}\n${part.address}`
    case 'facts':
      return part.rows.map(factOf).join('\n')
    case 'items': {
      const lines = part.items.map(({ name, detail, amount }) => `${wrap(`* ${name}`, '  ')}\n  ${detail} = ${amount}`)
      return `${lines.join('\n')}\n\n${t('Total')}${colon()} ${part.total}`
    }
    case 'quote':
      return linesOf(part.text)
        .map(line => wrap(`> ${line}`, '> '))
        .join('\n')
  }
}

function wrap(text: string, indent = ''): string {
  return linesOf(text)
    .map(line => {
      const lines: string[] = ['']
      for (const word of line.split(' ')) {
        const last = lines.at(-1)!
        if (last.length > indent.length && last.length + word.length >= WIDTH) lines.push(indent + word)
        else lines[lines.length - 1] = last === '' || last === indent ? last + word : `${last} ${word}`
      }
      return lines.join('\n')
    })
    .join('\n')
}

/** An address has a line of its own, so that mail programs find its end. */
function factOf([label, value, address]: Fact): string {
  const fact = `${label}${colon()} ${linesOf(value).join('\n  ')}`
  return address ? `${fact}\n${address}` : fact
}
