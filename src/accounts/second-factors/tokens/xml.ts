/** A small XML document as a tree. Names are without their prefix, which each program chooses for itself. */
import { createRequire } from 'node:module'
import { StartError } from '../../../config.ts'

/** Loads the package with the first file: at rest it would take 12 MB of each process. */
const load = createRequire(import.meta.url)

export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

/** @throws StartError when the file does not end where its elements end */
export function readXml(text: string): Element {
  const root = element('')
  const open = [root]
  const { Parser } = load('htmlparser2') as typeof import('htmlparser2')
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const opened = { ...element(localName(name)), attributes }
        open.at(-1)!.children.push(opened)
        open.push(opened)
      },
      ontext(part) {
        open.at(-1)!.text += part
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.write(text)
  if (open.length > 1) throw new StartError('This XML file is incomplete: an element of it does not end.')
  return root
}

/** @returns an empty element when there is none */
export function child(parent: Element, ...path: string[]): Element {
  return path.reduce((from, name) => from.children.find(found => found.name === name) ?? element(''), parent)
}

export function has(parent: Element, name: string): boolean {
  return parent.children.some(found => found.name === name)
}

export function textOf(parent: Element, ...path: string[]): string {
  return child(parent, ...path).text.trim()
}

export function bytesOf(parent: Element, ...path: string[]): Buffer {
  return Buffer.from(textOf(parent, ...path), 'base64')
}

function element(name: string): Element {
  return { name, attributes: {}, text: '', children: [] }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
