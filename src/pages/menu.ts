/** The menus that a shop has chosen. A part of the header's menu opens by `<details>`, which needs no script. */
import { type Html, html } from '../html/html.ts'
import { findText, sayText } from '../shop/in-words.ts'
import { LEGAL_NAMES } from '../shop/legal-pages.ts'
import type { MenuLink } from '../shop/menu/resolve.ts'
import { UNSET } from '../shop/settings.ts'
import { t } from '../words/words.ts'
import type { Visitor } from './visitor.ts'

/** @returns undefined without a menu of the shop's own */
export function headerMenu({ shop, path }: Pick<Visitor, 'shop' | 'path'>): Html[] | undefined {
  const { header } = (shop ?? UNSET).menus
  if (header.length === 0) return undefined
  return header.map(link => {
    if (link.below.length === 0) return item(link, path)
    return html`<li><details name="menu"><summary>${wordsOf(link)}</summary><ul>${[link, ...link.below].map(one =>
      item(one, path),
    )}</ul></details></li>`
  })
}

/** The links of the footer, each with a list of those below it. */
export function listMenu(menu: readonly MenuLink[]): Html[] {
  return menu.map(
    link =>
      html`<li>${anchor(link)}${link.below.length > 0 && html`<ul>${link.below.map(one => html`<li>${anchor(one)}</li>`)}</ul>`}</li>`,
  )
}

/** The addresses of all links, on both levels. */
export function addressesIn(menu: readonly MenuLink[]): Set<string> {
  return new Set(menu.flatMap(({ address, below }) => [address, ...below.map(one => one.address)]))
}

function item(link: MenuLink, path: string): Html {
  return html`<li>${anchor(link, link.address === path)}</li>`
}

function anchor(link: MenuLink, isHere = false): Html {
  return html`<a href="${link.address}"${isHere && html` aria-current="page"`}>${wordsOf(link)}</a>`
}

/** The words of the entry, else the name of what it leads to. */
function wordsOf({ label, name, address }: MenuLink): string {
  const words = sayText(label)
  if (words || !name) return words || address
  return 'legal' in name
    ? t(LEGAL_NAMES[name.legal])
    : (findText(language => name.texts[language]) ?? name.own ?? sayText(name.texts))
}
