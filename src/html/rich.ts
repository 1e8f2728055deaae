import type { Holes, Text } from '../words/text.ts'
import { wordsFor } from '../words/words.ts'
import { type Html, html, type Renderable } from './html.ts'

/** Puts markup around a part of a sentence: `link('/orders')`. */
type Around = (words: Renderable) => Html

/**
 * A sentence with markup in it, in the language of the reader.
 *
 *     rich('See <a>your orders</a>.', { a: link('/orders') })
 *     rich('<b>{name}</b> is sold out.', { name, b: strong })
 */
export function rich<T extends Text>(
  text: T,
  parts: Readonly<Record<Tags<T>, Around>> & Readonly<Record<Holes<T>, Renderable>> & { readonly count?: Renderable },
): Html {
  const known = parts as Readonly<Record<string, Renderable | Around>>
  return render(wordsFor(text, known.count), known)
}

type Tags<T extends string> = T extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never

function render(words: string, parts: Readonly<Record<string, Renderable | Around>>): Html {
  const pieces = words.split(/(<(\w+)>.*?<\/\2>|\{\w+\})/s)
  const shown: Renderable[] = []
  // Each piece of markup is followed by what the pattern caught in it.
  for (let index = 0; index < pieces.length; index += 3) {
    shown.push(pieces[index])
    const piece = pieces[index + 1]
    if (piece === undefined) break
    const tag = /^<(\w+)>(.*)<\/\1>$/s.exec(piece)
    if (tag) shown.push((parts[tag[1]!] as Around)(render(tag[2]!, parts)))
    else shown.push(parts[piece.slice(1, -1)] as Renderable)
  }
  return html`${shown}`
}

export function link(href: string): Around {
  return words => html`<a href="${href}">${words}</a>`
}
