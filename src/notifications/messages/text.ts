import { type Block, type Letter, linesOf } from './letter.ts'

const WIDTH = 72

/** The text part: for terminals, watches and screen readers, and because spam filters distrust emails without one. */
export function renderText({ heading, body, reason, unsubscribe }: Letter, shop: string): string {
  const end = [`Semel · ${shop}`, wrap(reason), ...(unsubscribe ? [`Unsubscribe:\n${unsubscribe}`] : [])]
  return `${[heading, '='.repeat(Math.min(heading.length, WIDTH)), ...body.map(block), '-- ', end.join('\n')]
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
      // Never wrapped, because a broken link does not work.
      return `${part.label}:\n${part.address}`
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${linesOf(value).join('\n  ')}`).join('\n')
    case 'items': {
      const lines = part.items.map(({ name, detail, amount }) => `${wrap(`* ${name}`, '  ')}\n  ${detail} = ${amount}`)
      return `${lines.join('\n')}\n\nTotal: ${part.total}`
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
